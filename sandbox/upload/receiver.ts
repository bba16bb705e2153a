import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { outcomeAfter, outcomeBefore } from '../faults/outcome';
import type { Outcome } from '../faults/outcome';
import type { Fault } from '../faults/rules';
import type { LogEntry } from '../log';
import { perform } from '../perform';
import type { Reply } from '../reply';
import type { UploadSession } from '../store/sessions';
import type { World } from '../world';
import { ALREADY_UPLOADED, BAD_SIGNATURE, refusePut, storageError } from './rules';
import { verifyUploadUrl } from './signature';

const PUT_CALL = { kind: 'put', responseKey: '' } as const;

/** Thrown inside a transfer that a fault breaks off. */
class BrokenOff extends Error {}

/** Handles one request at the upload storage. */
export async function receiveUpload(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
	const isPut = request.method === 'PUT';
	const { log } = world;
	const entry = log.open(request, 'upload', isPut ? 'put' : 'other', world.now());
	response.once('close', () => log.close(entry));
	const fault = isPut ? world.faults.strike('put') : undefined;
	const session = sessionOf(world, request);
	if (fault?.kind === 'expireSession' && session) session.expiresAt = world.now() - 1;

	await world.clock.sleep(world.settings.serviceTimeMs);
	if (fault?.kind === 'slow' && fault.when === 'before') await world.clock.sleep(fault.ms);
	const outcome = outcomeBefore(fault, PUT_CALL) ?? (await handle(world, request, response, entry, session, fault));
	if (!outcome) return;
	if (fault?.kind === 'slow' && fault.when !== 'before') await world.clock.sleep(fault.ms);
	if (outcome.do === 'answer') request.resume();
	// A body that was not asked for may come or not, so that nothing that follows on this connection could be read.
	if (holdsBodyBack(request) && entry.receivedBytes === 0) response.setHeader('connection', 'close');
	perform(outcome, response, entry, world.now());
}

/** Whether the client sends the body only when it is asked for it (RFC 9110, section 10.1.1; HTTP/1.0 knows no such thing). */
function holdsBodyBack(request: IncomingMessage): boolean {
	return request.headers.expect !== undefined && request.httpVersion !== '1.0';
}

function sessionOf(world: World, request: IncomingMessage): UploadSession | undefined {
	const signed = verifyUploadUrl(request.url ?? '', world.signingSecret);
	return signed && world.sessions.get(signed.token);
}

/** Nothing when the client broke the transfer off: there is nobody to answer. */
async function handle(
	world: World,
	request: IncomingMessage,
	response: ServerResponse,
	entry: LogEntry,
	session: UploadSession | undefined,
	fault: Fault | undefined,
): Promise<Outcome | undefined> {
	if (entry.kind !== 'put') {
		return { do: 'answer', reply: storageError(405, 'MethodNotAllowed', 'Only PUT is allowed here.') };
	}
	const refused = session ? refusePut(request.headers, session, world.now()) : BAD_SIGNATURE;
	if (refused || !session) return outcomeAfter(fault, PUT_CALL, refused ?? BAD_SIGNATURE);
	const breakAfter = breakingPoint(fault, session);
	if (holdsBodyBack(request)) response.writeContinue();
	try {
		const file = await world.files.receive(throttled(world, request), (bytes) => {
			entry.receivedBytes += bytes;
			if (entry.receivedBytes >= breakAfter) throw new BrokenOff();
		});
		if (session.file) {
			await world.files.discard(file);
			return outcomeAfter(fault, PUT_CALL, ALREADY_UPLOADED);
		}
		session.file = file;
		return outcomeAfter(fault, PUT_CALL, stored(file.sha256));
	} catch (cause) {
		if (cause instanceof BrokenOff) return { do: 'reset' };
		if (request.destroyed) return undefined;
		throw cause;
	}
}

/** The number of received bytes at which the transfer is broken off. */
function breakingPoint(fault: Fault | undefined, session: UploadSession): number {
	if (fault?.kind !== 'reset' || fault.when !== 'during') return Infinity;
	return Math.min(fault.afterBytes ?? Math.ceil(session.size / 2), session.size);
}

function stored(sha256: string): Reply {
	return { status: 200, headers: { etag: `"${sha256.slice(0, 32)}"` }, body: '' };
}

/** Slows a transfer down to the rate that is set. */
function throttled(world: World, source: Readable): Readable {
	const rate = world.settings.putBytesPerSecond;
	if (rate === 0) return source;
	const startedAt = world.now();
	let passed = 0;
	const slow = new Transform({
		transform(chunk: Buffer, _encoding, done) {
			passed += chunk.length;
			const due = startedAt + (passed / rate) * 1000;
			// Not longer than the piece itself takes: the clock may have been put back.
			const wait = Math.min(due - world.now(), (chunk.length / rate) * 1000);
			void world.clock.sleep(wait).then(() => done(null, chunk));
		},
	});
	source.on('error', (cause) => slow.destroy(cause));
	source.on('close', () => {
		if (!source.readableEnded) slow.destroy(new Error('the client broke the transfer off'));
	});
	return source.pipe(slow);
}
