/** What the tests of the editor are told besides the servers. */

export interface EditorHandover {
	/** Address of the browser, for playwright. */
	browser: string;
	/** The folder for pictures of pages on which a test failed. */
	picturesFolder: string;
}

const BROWSER = 'E2E_BROWSER';
const PICTURES = 'E2E_PICTURES_FOLDER';

/** The environment variables that hold it. */
export function toEditorEnvironment({ browser, picturesFolder }: EditorHandover): NodeJS.ProcessEnv {
	return { [BROWSER]: browser, [PICTURES]: picturesFolder };
}

/** Reads it from the environment. Fails where these tests were started by themselves. */
export function fromEditorEnvironment(env: NodeJS.ProcessEnv): EditorHandover {
	const { [BROWSER]: browser, [PICTURES]: picturesFolder } = env;
	if (!browser || !picturesFolder)
		throw new Error('These tests need a browser. Start them with: npm run e2e -- editor');
	return { browser, picturesFolder };
}
