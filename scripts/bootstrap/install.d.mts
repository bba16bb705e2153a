/** Absolute path of the repository. */
export const ROOT: string;

export interface InstallStep {
	title: string;
	/** What makes it long. */
	why?: string;
	/** Arguments of npm. */
	args: string[];
	/** What a person can do when it fails. */
	hint?: string;
}

/** Installs a folder's packages unless that was done for the same package.json. */
export function ensureInstalled(what: { folder: string; name: string; steps: InstallStep[] }): Promise<void>;
