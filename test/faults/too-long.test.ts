/** A response without end, plain or packed: it is left, what may have been done is in doubt, and n8n keeps its memory. */
import type { RequestListener } from 'node:http';
import { createGzip } from 'node:zlib';
import { runNode } from '../harness/engine';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';
import { serve, type WebServer } from '../../scripts/lib/serve';
import { type Step, STEP } from './steps';

const service = useService();
useShortWaits();

let server: WebServer | undefined;
let requests = 0;
beforeEach(() => (requests = 0));
afterEach(async () => await server?.close());

const BLANKS = Buffer.alloc(1024 * 1024, ' ');

/** Writes the beginning of a JSON text, and blanks after it for as long as somebody reads. */
const endless =
	(encoding: 'identity' | 'gzip', status: number): RequestListener =>
	(request, response) => {
		requests++;
		request.resume();
		response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Encoding': encoding });
		const body = encoding === 'gzip' ? createGzip() : response;
		if (body !== response) body.pipe(response);
		const write = () => {
			if (response.destroyed) return;
			if (body.write(BLANKS)) setImmediate(write);
			else body.once('drain', write);
		};
		body.write('{"data":');
		write();
	};

const run = async (step: Step, listener: RequestListener) => {
	server = await serve(listener);
	return await runNode({
		parameters: { ...STEP[step].parameters('https://example.com/a.png'), options: { duplicateCheck: 'never' } },
		credential: { ...service().credential, baseUrl: server.origin },
	});
};

describe.each(['identity', 'gzip'] as const)('%s', (encoding) => {
	test('a query is not sent again', async () => {
		const { error } = await run('profile', endless(encoding, 200));
		expect(error?.message).toBe("The profile was not read: the service's response is longer than 16 MiB");
		expect(requests).toBe(1);
	});

	test.each(['scheduleTweet', 'uploadMediaFromUrl'] as const)('%s is in doubt', async (step) => {
		const { error } = await run(step, endless(encoding, 200));
		expect(error?.message).toMatch(/ may have been .*: the service's response is longer than 16 MiB$/);
		expect(requests).toBe(1);
	});

	test('a status is told', async () => {
		const { error } = await run('scheduleTweet', endless(encoding, 401));
		expect(error?.message).toBe('The thread was not scheduled: the API key was not accepted');
	});
});
