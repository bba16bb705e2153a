import type { IncomingMessage, ServerResponse } from 'node:http';
import { outcomeAfter, outcomeBefore } from '../faults/outcome';
import { MAX_API_BODY_BYTES } from '../limits';
import { BadInput } from '../parse';
import { perform } from '../perform';
import { JSON_TYPE, refusal, sendReply } from '../reply';
import type { Reply } from '../reply';
import { takeFromBudget } from '../store/accounts';
import type { World } from '../world';
import { admit, sessionCookieHeader } from './auth';
import { readBody } from './body';
import type { ApiRequest } from './body';
import { describeCall } from './call';
import type { Api } from './graphql';
import { API_PATH } from './graphql';
import { rateLimitHeaders, tooManyRequests } from './rateLimit';
import type { CallContext } from './resolvers';

/** The API speaks JSON only, whatever else a client says that it accepts. */
const JSON_BOTH_WAYS = { 'content-type': 'application/json', accept: 'application/json' };

/** Whether a browser asks for the explorer. */
export function wantsExplorer(request: IncomingMessage): boolean {
	return request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
}

/** Answers with the explorer and logs the browser in. */
export async function showExplorer(
	world: World,
	api: Api,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const context: CallContext = { world, account: world.accounts.paid, override: {} };
	const html = await api.fetch(`${world.origins.api}${API_PATH}`, { headers: { accept: 'text/html' } }, context);
	const headers = {
		'content-type': 'text/html; charset=utf-8',
		'set-cookie': sessionCookieHeader(world, request.headers),
	};
	sendReply(response, { status: html.status, headers, body: await html.text() }, world.now());
}

/** Handles one API call, with the fault that a rule has in store for it. */
export async function handleCall(
	world: World,
	api: Api,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const { log } = world;
	const entry = log.open(request, 'api', 'other', world.now());
	response.once('close', () => log.close(entry));
	const body = await receiveBody(request);
	if (body === undefined) {
		perform({ do: 'answer', reply: refusal(413, 'too_large', 'The body is too large.') }, response, entry, world.now());
		return;
	}
	const asked = readBody(body.toString('utf8'));
	const call = describeCall(asked);
	const { kind, operationName, variables } = call;
	Object.assign(entry, { kind, operationName, variables, receivedBytes: body.length });

	const fault = world.faults.strike(kind);
	const session = call.uploadToken === undefined ? undefined : world.sessions.get(call.uploadToken);
	if (fault?.kind === 'expireSession' && session) session.expiresAt = world.now() - 1;

	await world.clock.sleep(world.settings.serviceTimeMs);
	if (fault?.kind === 'slow' && fault.when === 'before') await world.clock.sleep(fault.ms);
	if (world.log !== log) {
		// A reset ends what was under way.
		perform({ do: 'reset' }, response, entry, world.now());
		return;
	}
	const outcome = outcomeBefore(fault, call) ?? outcomeAfter(fault, call, await answerCall(world, api, request, asked));
	if (fault?.kind === 'slow' && fault.when !== 'before') await world.clock.sleep(fault.ms);
	perform(outcome, response, entry, world.now());
}

/** What the service answers: who is calling, is there budget left, then the operation itself. */
async function answerCall(
	world: World,
	api: Api,
	request: IncomingMessage,
	asked: ApiRequest | BadInput,
): Promise<Reply> {
	if (request.method !== 'POST') {
		return refusal(405, 'method_not_allowed', 'API calls use the method POST.', { allow: 'POST' });
	}
	const admission = admit(world, request.headers);
	if ('refused' in admission) return admission.refused;
	const { account } = admission;
	const reply = takeFromBudget(account, 'general', world.now())
		? await execute(world, api, { account, world, override: {} }, request, asked)
		: tooManyRequests();
	return { ...reply, headers: { ...reply.headers, ...rateLimitHeaders(account, world.now()) } };
}

async function execute(
	world: World,
	api: Api,
	context: CallContext,
	request: IncomingMessage,
	asked: ApiRequest | BadInput,
): Promise<Reply> {
	const contentType = request.headers['content-type'] ?? '';
	if (contentType.split(';', 1)[0]?.trim().toLowerCase() !== 'application/json') {
		return refusal(415, 'unsupported_media_type', 'The Content-Type must be application/json.');
	}
	if (asked instanceof BadInput) return refusal(400, 'bad_request', asked.message);
	world.publish();
	const answer = await api.fetch(
		`${world.origins.api}${API_PATH}`,
		{ method: 'POST', headers: JSON_BOTH_WAYS, body: JSON.stringify(asked) },
		context,
	);
	if (context.override.reply) return context.override.reply;
	// A document, variable or operation name that is wrong is told in the body alone.
	const status = answer.status < 500 ? 200 : answer.status;
	return { status, headers: { 'content-type': JSON_TYPE }, body: await answer.text() };
}

/** The body; nothing as soon as it is too large, the rest is read away then. @throws when the client breaks off */
async function receiveBody(request: IncomingMessage): Promise<Buffer | undefined> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size > MAX_API_BODY_BYTES) break;
		chunks.push(chunk);
	}
	request.resume();
	return size > MAX_API_BODY_BYTES ? undefined : Buffer.concat(chunks);
}
