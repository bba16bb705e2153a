/** What the end-to-end tests are told about the servers that run for them: as JSON, in one environment variable. */
import { z } from 'zod/v4';
import type { Stage } from '../lib/stage';

const VARIABLE = 'E2E_HANDOVER';

const Handover = z.object({
	/** Address of n8n, without a slash at the end. */
	n8nUrl: z.string(),
	/** The owner's sign-in. */
	n8nSession: z.string(),
	/** Address of the sandbox, without a slash at the end. */
	sandboxUrl: z.string(),
	/** The credential for the sandbox in n8n. */
	credential: z.object({ id: z.string(), name: z.string() }),
	/** A folder that n8n's file nodes may read. */
	filesFolder: z.string(),
	/** Part "editor": the address of the browser, for playwright, and a folder for pictures of pages on which a test failed. */
	browser: z.string().default(''),
	picturesFolder: z.string().default(''),
	/** Part "modes": n8n's setting N8N_DEFAULT_BINARY_DATA_MODE. */
	binaryMode: z.string().default(''),
	/** Part "trigger": the file with n8n's log. */
	n8nLog: z.string().default(''),
	/** Part "soak": the process of n8n, the port of its inspector, and where it keeps its copies of files. */
	n8nPid: z.number().default(0),
	inspectorPort: z.number().default(0),
	storeFolder: z.string().default(''),
});

/** What only some parts hand over. */
type OfSomeParts = Partial<Omit<z.infer<typeof Handover>, 'n8nUrl' | 'n8nSession' | 'sandboxUrl' | 'credential'>>;

/**
 * The environment variable that holds it.
 *
 * @param filesFolder a folder that n8n's file nodes may read
 */
export function toEnvironment(
	{ n8n, client, sandbox, credential }: Stage,
	filesFolder: string,
	more: OfSomeParts = {},
): NodeJS.ProcessEnv {
	const servers = { n8nUrl: n8n.url, n8nSession: client.session, sandboxUrl: sandbox.baseUrl, credential };
	return { [VARIABLE]: JSON.stringify({ ...servers, filesFolder, ...more }) };
}

/** Reads it from the environment. Fails where these tests were started by themselves. */
export function fromEnvironment(): z.infer<typeof Handover> {
	const text = process.env[VARIABLE];
	if (!text) throw new Error('These tests need real n8n and the sandbox. Start them with: npm run e2e');
	return Handover.parse(JSON.parse(text));
}
