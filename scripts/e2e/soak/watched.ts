/** What the tests of this part are told about the n8n process that they watch. */

export interface Watched {
	/** Process id of n8n. */
	pid: number;
	/** Port at which its inspector opens. */
	inspectorPort: number;
	/** Where n8n keeps its copies of files. */
	storeFolder: string;
}

const PID = 'E2E_N8N_PID';
const PORT = 'E2E_N8N_INSPECTOR_PORT';
const STORE = 'E2E_N8N_STORE';

/** The environment variables that hold it. */
export function watchedToEnvironment({ pid, inspectorPort, storeFolder }: Watched): NodeJS.ProcessEnv {
	return { [PID]: String(pid), [PORT]: String(inspectorPort), [STORE]: storeFolder };
}

/** Reads it from the environment. */
export function watchedFromEnvironment(env: NodeJS.ProcessEnv): Watched {
	return { pid: Number(env[PID]), inspectorPort: Number(env[PORT]), storeFolder: env[STORE] ?? '' };
}
