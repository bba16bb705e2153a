/** What the end-to-end tests are told about the servers that run for them. */
import type { Stage } from '../lib/stage';

export interface Handover {
	/** Address of n8n, without a slash at the end. */
	n8nUrl: string;
	/** The owner's sign-in. */
	n8nSession: string;
	/** Address of the sandbox, without a slash at the end. */
	sandboxUrl: string;
	/** The credential for the sandbox in n8n. */
	credentialId: string;
	credentialName: string;
	/** A folder that n8n's file nodes may read. */
	filesFolder: string;
}

const VARIABLES: Record<keyof Handover, string> = {
	n8nUrl: 'E2E_N8N_URL',
	n8nSession: 'E2E_N8N_SESSION',
	sandboxUrl: 'E2E_SANDBOX_URL',
	credentialId: 'E2E_CREDENTIAL_ID',
	credentialName: 'E2E_CREDENTIAL_NAME',
	filesFolder: 'E2E_FILES_FOLDER',
};

/**
 * The environment variables that hold it.
 *
 * @param filesFolder a folder that n8n's file nodes may read
 */
export function toEnvironment({ n8n, client, sandbox, credential }: Stage, filesFolder: string): NodeJS.ProcessEnv {
	const handover: Handover = {
		n8nUrl: n8n.url,
		n8nSession: client.session,
		sandboxUrl: sandbox.baseUrl,
		credentialId: credential.id,
		credentialName: credential.name,
		filesFolder,
	};
	return Object.fromEntries(
		Object.entries(VARIABLES).map(([name, variable]) => [variable, handover[name as keyof Handover]]),
	);
}

/** Reads it from the environment. Fails where these tests were started by themselves. */
export function fromEnvironment(env: NodeJS.ProcessEnv): Handover {
	const read = (name: keyof Handover): string => {
		const value = env[VARIABLES[name]];
		if (!value) throw new Error('These tests need real n8n and the sandbox. Start them with: npm run e2e');
		return value;
	};
	return {
		n8nUrl: read('n8nUrl'),
		n8nSession: read('n8nSession'),
		sandboxUrl: read('sandboxUrl'),
		credentialId: read('credentialId'),
		credentialName: read('credentialName'),
		filesFolder: read('filesFolder'),
	};
}
