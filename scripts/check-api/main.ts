/** `npm run check-api`: what a service offers of the operations of this package, without n8n. It changes nothing there. */
import { parseArgs } from 'node:util';
import { SERVICE_RESOURCES } from '../../nodes/SocialPostScheduling/resources';
import { CANARY } from '../../nodes/SocialPostScheduling/resources/api/canary';
import { checkOperations, type OperationCheck } from '../../nodes/SocialPostScheduling/resources/api/check';
import { explain } from '../../nodes/SocialPostScheduling/errors/errorMessages';
import { redactorOfKeys } from '../../nodes/SocialPostScheduling/errors/redact';
import { checkApiKey } from '../../nodes/SocialPostScheduling/validation/apiKey';
import { checkBaseUrl } from '../../nodes/SocialPostScheduling/validation/baseUrl';
import { messageOf, PlainFailure, runCommand } from '../lib/lifetime';
import { table } from '../lib/table';
import { senderTo } from './send';

/** Where the key comes from: an argument would stand in the list of processes and in the history of the shell. */
const KEY_VARIABLE = 'SPS_API_KEY';
const USAGE = `${KEY_VARIABLE}=<key> npm run check-api -- --base-url <address>

Prints which operations of this package the service offers. It sends at most 8 requests and changes nothing there.`;

/** The address; undefined when only the usage was asked for. */
function readArguments(args: string[]): string | undefined {
	try {
		const options = { 'base-url': { type: 'string' }, help: { type: 'boolean', default: false } } as const;
		const { values } = parseArgs({ args, options });
		if (values.help) return undefined;
		if (!values['base-url']) throw new Error('--base-url is missing.');
		return values['base-url'];
	} catch (error) {
		throw new PlainFailure(`${messageOf(error)}\n\n${USAGE}`);
	}
}

const rowOf = ({ operation, offered, missing, says }: OperationCheck): string[] => [
	operation,
	offered ?? 'not known',
	missing.join(', ') || says,
];

async function checkApi(args: string[]): Promise<number> {
	const baseUrl = readArguments(args);
	if (baseUrl === undefined) {
		console.log(USAGE);
		return 0;
	}
	const endpoint = checkBaseUrl(baseUrl);
	if (!endpoint.ok) throw new PlainFailure(`--base-url ${endpoint.error.problem}. ${endpoint.error.advice}`);
	const apiKey = checkApiKey(process.env[KEY_VARIABLE]);
	if (!apiKey.ok) throw new PlainFailure(`${KEY_VARIABLE} ${apiKey.error.problem}.\n\n${USAGE}`);
	const checks = await checkOperations(
		SERVICE_RESOURCES,
		senderTo(endpoint.value, apiKey.value),
		async () => await Promise.resolve([apiKey.value]),
	);
	if (!checks.ok) {
		const { message, description } = explain(checks.error, CANARY);
		throw new PlainFailure(redactorOfKeys([apiKey.value])(`${message}\n${description}`));
	}
	const rows = checks.value.map(rowOf);
	console.log(table([['Operation', 'Offered', 'Missing, or what the service says'], ...rows]).join('\n'));
	return 0;
}

export async function main(args: string[]): Promise<void> {
	await runCommand(() => checkApi(args));
}
