import type {
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import { field, textField } from '../utils/json';
import { err, type InvalidInput, invalid, ok, type Result } from '../utils/result';
import { isExpression } from '../utils/values';
import { type Connection, connect, CREDENTIAL_TYPE } from './connection';
import { missingCredential } from './credential';
import type { WaitingPolicy } from './retry';

/** How long a request may take, in milliseconds, where nobody waits for more than a list: n8n's own limit is for files. */
const LIST_TIMEOUT_MS = 15_000;

/** Where a node is reached outside of its items, with its credential and the request options of its panel. */
interface NodeConnection {
	readonly connection: Result<Connection, InvalidInput>;
	/** Gives the keys to keep out of every text: that of the beginning, and that of now, as it may be replaced meanwhile. */
	readonly readApiKeys: () => Promise<readonly string[]>;
}

/** The connection of a list in the editor, or of a poll. */
export async function connectNode(
	context: ILoadOptionsFunctions | IPollFunctions,
	waitingPolicy: WaitingPolicy,
): Promise<NodeConnection> {
	const credential = await getCredential(context);
	const readApiKeys = async () => [credential, await getCredential(context)].flatMap(keysIn);
	if (!credential.ok) return { connection: credential, readApiKeys };
	const settings = settingsIn(context.getNode().parameters.requestOptions);
	return {
		connection: settings.ok ? connect(context, settings.value, credential.value.baseUrl, waitingPolicy) : settings,
		readApiKeys,
	};
}

type FoundCredential = Result<ICredentialDataDecryptedObject, InvalidInput>;

const keysIn = (credential: FoundCredential): string[] =>
	credential.ok && typeof credential.value.apiKey === 'string' ? [credential.value.apiKey] : [];

async function getCredential(context: ILoadOptionsFunctions | IPollFunctions): Promise<FoundCredential> {
	try {
		return ok(await context.getCredentials(CREDENTIAL_TYPE));
	} catch (error) {
		return err(missingCredential(context.getNode(), error));
	}
}

/** The request options of the node. Expressions have no value in the editor: such a proxy is left out. */
function settingsIn(options: unknown): Result<Parameters<typeof connect>[1], InvalidInput> {
	const timeout = field(options, 'timeout');
	const proxy = proxyIn(textField(options, 'proxy') ?? '');
	if (!proxy.ok) return proxy;
	return ok({
		// As in an execution, 0 is no limit of the user's.
		timeout: typeof timeout === 'number' && timeout !== 0 ? timeout : LIST_TIMEOUT_MS,
		skipSslCertificateValidation: field(options, 'allowUnauthorizedCerts') === true,
		...(proxy.value !== undefined && { proxy: proxy.value }),
	});
}

/** The ports of addresses that name none. */
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

function proxyIn(written: string): Result<IHttpRequestOptions['proxy'], InvalidInput> {
	if (written.trim() === '' || isExpression(written)) return ok(undefined);
	const address = URL.canParse(written) ? new URL(written) : undefined;
	const port = Number(address?.port) || DEFAULT_PORTS[address?.protocol ?? ''];
	if (address === undefined || address.hostname === '' || port === undefined) {
		return invalid(
			'Proxy',
			'is not an address',
			'Enter one such as http://proxy.example.com:8080 under "Request Options".',
		);
	}
	const { protocol, hostname } = address;
	const [username, password] = [decoded(address.username), decoded(address.password)];
	if (username === null || password === null) {
		return invalid(
			'Proxy',
			'has a user name or a password with percent signs that encode nothing',
			'Write each sign that is no letter or digit as its bytes in UTF-8, such as %C3%A4.',
		);
	}
	const auth = username === '' ? {} : { auth: { username, password } };
	return ok({ protocol: protocol.replace(/:$/, ''), host: hostname, port, ...auth });
}

/** Percent signs that encode nothing stand for themselves; null where they encode what is no text. */
function decoded(part: string): string | null {
	try {
		return part.replace(/(?:%[0-9a-f]{2})+/gi, decodeURIComponent);
	} catch {
		return null;
	}
}
