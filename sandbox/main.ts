import { parseArgs } from 'node:util';
import { errorText } from './parse';
import { startSandbox } from './server';
import type { Sandbox } from './server';

/** Ports of the command line: fixed, so that saved addresses keep working. */
const DEFAULT_PORT = 4600;
const DEFAULT_UPLOAD_PORT = 4601;

/** Speed of the command line: slow enough to see a large file being completed. */
const COMPLETION_MS_PER_MIB = 100;

/** How often posts that are due are submitted, in milliseconds. */
const PUBLISH_EVERY_MS = 1000;

const USAGE = `Usage: npm run sandbox -- [options]

  --host <name>           this machine's name or address to listen at (default 127.0.0.1, or SANDBOX_HOST)
  --port <number>         port of the API (default ${DEFAULT_PORT}, or the environment variable SANDBOX_PORT)
  --upload-port <number>  port of the upload storage (default ${DEFAULT_UPLOAD_PORT}, or SANDBOX_UPLOAD_PORT)
  --plan <free|paid>      plan of the account with the first key (default paid)
  --help                  this text
`;

function readPort(text: string | undefined, otherwise: number): number {
	if (!text) return otherwise;
	const port = Number(text);
	if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${text} is not a port`);
	return port;
}

function greeting({ baseUrl, uploadOrigin, keys }: Sandbox): string {
	return `The service runs on this machine. Nothing leaves it.

  Base URL   ${baseUrl}
  API key    ${keys.paid}   (paid plan)
  API key    ${keys.free}   (free plan)

  Library and calendar   ${baseUrl}/
  API explorer           ${baseUrl}/gql
  Test controls          ${baseUrl}/control
  Upload storage         ${uploadOrigin}

Try it:

  curl -s ${baseUrl}/gql -H 'Authorization: Bearer ${keys.paid}' -H 'Content-Type: application/json' -d '{"query":"{ profile { id username email registeredAt } }"}'

Ctrl-C ends it and removes every uploaded file.
`;
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			host: { type: 'string', default: process.env.SANDBOX_HOST },
			port: { type: 'string' },
			'upload-port': { type: 'string' },
			plan: { type: 'string', default: 'paid' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		console.log(USAGE);
		return;
	}
	if (values.plan !== 'free' && values.plan !== 'paid') throw new Error('--plan must be free or paid');
	const wanted = {
		port: readPort(values.port ?? process.env.SANDBOX_PORT, DEFAULT_PORT),
		uploadPort: readPort(values['upload-port'] ?? process.env.SANDBOX_UPLOAD_PORT, DEFAULT_UPLOAD_PORT),
	};
	const sandbox = await startSandbox({
		...wanted,
		// A variable that is set to nothing is not set; no name at all would be every interface of the machine.
		host: values.host || undefined,
		anyPortIfTaken: true,
		plan: values.plan,
		completionMsPerMib: COMPLETION_MS_PER_MIB,
		publishEveryMs: PUBLISH_EVERY_MS,
	});
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.once(signal, () => {
			void sandbox.close().then(() => console.log('The sandbox has ended.'));
		});
	}
	noteOtherPort(wanted.port, sandbox.baseUrl);
	noteOtherPort(wanted.uploadPort, sandbox.uploadOrigin);
	console.log(greeting(sandbox));
}

function noteOtherPort(wanted: number, address: string): void {
	const port = new URL(address).port;
	if (wanted !== 0 && port !== String(wanted)) console.log(`Port ${wanted} is taken; port ${port} is used instead.\n`);
}

main().catch((cause: unknown) => {
	console.error(errorText(cause));
	process.exitCode = 1;
});
