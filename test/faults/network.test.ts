/** The network fails at every moment of a request: nothing that counts or posts is sent again unless it surely never left. */
import { createServer, type Server, type Socket } from 'node:net';
import { systemError, watchClientSockets } from '../harness/clientSockets';
import { runNode, type RunOptions, THREE_TRIES } from '../harness/engine';
import { type FileServer, serveFiles } from '../harness/fileServer';
import { type Moment, type Relay, startRelay } from '../harness/relay';
import { exampleFile, useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';
import { leftAt, type Step, STEP } from './steps';

const service = useService();
const sockets = watchClientSockets();
useShortWaits();

let line: Relay;
let secureLine: Relay;
let files: FileServer;
beforeAll(async () => {
	const target = Number(new URL(service().sandbox.baseUrl).port);
	line = await startRelay(target);
	secureLine = await startRelay(target, true);
	files = await serveFiles({ '/balloons.png': { type: 'image/png', bytes: exampleFile('balloons.png') } });
});
afterAll(async () => await Promise.all([line.close(), secureLine.close(), files.close()]));

const NOTHING = { uploads: 0, library: 0, posts: 0 };

const run = async (step: Step, baseUrl: string, requestOptions = {}, more: Partial<RunOptions> = {}) =>
	await runNode({
		parameters: {
			...STEP[step].parameters(`${files.origin}/balloons.png`),
			requestOptions,
			// What becomes of the request itself: what is found afterwards is in the table of faults.
			options: { duplicateCheck: 'never' },
		},
		credential: { ...service().credential, baseUrl },
		node: THREE_TRIES,
		...more,
	});
const sent = (step: Step) =>
	service()
		.sandbox.state()
		.log.filter(({ kind }) => kind === step).length;

/** What must not be done twice. */
const ONCE = ['scheduleTweet', 'uploadMediaFromUrl'] as const satisfies readonly Step[];

describe('over plain http', () => {
	const atLine = () => `http://127.0.0.1:${line.port}`;

	test.each(
		['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EHOSTDOWN', 'ETIMEDOUT', 'EADDRNOTAVAIL'].flatMap(
			(code) => ([...ONCE, 'profile'] as const).map((step) => [code, step] as const),
		),
	)('%s at the connect: %s is sent again, since nothing was sent', async (code, step) => {
		sockets.failToConnect(line.port, code, 2);
		const { error } = await run(step, atLine());
		expect(error).toBeUndefined();
		expect(leftAt(service().sandbox)).toEqual(STEP[step].leaves);
	});

	const breaks = (['sending', 'waiting', 'receiving'] as const).flatMap((moment) =>
		[
			'ECONNRESET',
			'EHOSTUNREACH',
			'ENETUNREACH',
			'ENETDOWN',
			'EHOSTDOWN',
			'ETIMEDOUT',
			'EPIPE',
			'EPROTO',
			'EWHOKNOWS',
		].map((code) => [moment, code] as const),
	);
	const breakOff = (moment: Moment, code: string) => {
		const syscall = moment === 'sending' ? 'write' : 'read';
		line.strike(moment, () => sockets.breakOff(line.port, systemError(syscall, code)));
	};

	describe.each(breaks)('%s: %s', (moment, code) => {
		test.each(ONCE)('%s is in doubt, and not sent again', async (step) => {
			breakOff(moment, code);
			const { error } = await run(step, atLine());
			expect(error?.message).toMatch(/ may have been /);
			expect(leftAt(service().sandbox)).toEqual(moment === 'sending' ? NOTHING : STEP[step].leaves);
			expect(sent(step)).toBe(moment === 'sending' ? 0 : 1);
		});
	});

	test.each(breaks.filter(([, code]) => code !== 'ETIMEDOUT'))(
		'%s: %s: a query is sent again',
		async (moment, code) => {
			breakOff(moment, code);
			expect((await run('profile', atLine(), {}, { node: {} })).error).toBeUndefined();
		},
	);

	test.each(['sending', 'waiting', 'receiving'] as const)('%s: the other side ends the connection', async (moment) => {
		line.strike(moment, (node) => node.resetAndDestroy());
		const { error } = await run('scheduleTweet', atLine());
		expect(error?.message).toMatch(/^The thread may have been scheduled: /);
		expect(sent('scheduleTweet')).toBeLessThanOrEqual(1);
	});
});

describe('over TLS', () => {
	const atLine = () => `https://localhost:${secureLine.port}`;
	const TRUSTING = { allowUnauthorizedCerts: true };

	test('the line works', async () => {
		expect((await run('scheduleTweet', atLine(), TRUSTING)).error).toBeUndefined();
	});

	test.each(ONCE)('a certificate that is not trusted: %s was not sent', async (step) => {
		const { error } = await run(step, atLine());
		expect(error?.message).toMatch(/ was not .*: no secure connection to the service could be made$/);
		expect(leftAt(service().sandbox)).toEqual(NOTHING);
	});

	const RECORD = Buffer.concat([Buffer.from([0x17, 0x03, 0x03, 0x00, 0x30]), Buffer.alloc(0x30, 7)]);
	const ALERT = Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28]);
	const PLAIN = Buffer.from('HTTP/1.1 502 Bad Gateway\r\n\r\n');

	describe.each([
		['a damaged record', (node: Socket) => node.write(RECORD)],
		['an alert in the clear', (node: Socket) => node.write(ALERT)],
		['an answer in the clear', (node: Socket) => node.write(PLAIN)],
		['a reset', (node: Socket) => node.resetAndDestroy()],
		['the end', (node: Socket) => node.destroy()],
	] as const)('%s after the handshake', (_, act) => {
		const moments = ['sending', 'waiting', 'receiving'] as const;
		test.each(moments.flatMap((moment) => ONCE.map((step) => [moment, step] as const)))(
			'%s: %s is in doubt, and not sent again',
			async (moment, step) => {
				secureLine.strike(moment, act);
				const { error } = await run(step, atLine(), TRUSTING);
				expect(error?.message).toMatch(/ may have been /);
				expect(sent(step)).toBe(moment === 'sending' ? 0 : 1);
				expect(leftAt(service().sandbox)).toEqual(moment === 'sending' ? NOTHING : STEP[step].leaves);
			},
		);
	});

	describe('in the handshake', () => {
		let broken: Server;
		const breakWith = async (act: (node: Socket) => void) => {
			broken = createServer((node) => {
				node.on('error', () => {});
				node.once('data', () => act(node));
			});
			await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
			const address = broken.address();
			return typeof address === 'object' ? (address?.port ?? 0) : 0;
		};
		afterEach(() => broken.close());

		test.each([
			['a reset', (node: Socket) => node.resetAndDestroy(), 'the service cannot be reached'],
			['the end', (node: Socket) => node.destroy(), 'the service cannot be reached'],
			[
				'an answer in the clear',
				(node: Socket) => node.end(PLAIN),
				'no secure connection to the service could be made',
			],
			['an alert', (node: Socket) => node.end(ALERT), 'no secure connection to the service could be made'],
		] as const)('%s: nothing was sent', async (_, act, words) => {
			const port = await breakWith(act);
			const { error } = await run('scheduleTweet', `https://localhost:${port}`, {}, { node: {} });
			expect(error?.message).toBe(`The thread was not scheduled: ${words}`);
			expect(error?.description).toContain('othing was sent.');
		});

		// Two clocks run, that of n8n's HTTP client and the package's own, which looks every second: each is first once.
		test.each([300, 1000, 1990])('silence until a time limit of %d ms: nothing was sent', async (timeout) => {
			const port = await breakWith(() => {});
			const { error } = await run('scheduleTweet', `https://localhost:${port}`, { timeout }, { node: {} });
			expect(error?.message).toBe('The thread was not scheduled: the connection timed out');
			expect(error?.description).toContain('othing was sent.');
		});
	});
});

test('HTTP 101 to a call ends with the time limit', async () => {
	const switching = createServer((node) => {
		node.on('error', () => {});
		node.once('data', () =>
			node.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
		);
	});
	await new Promise<void>((resolve) => switching.listen(0, '127.0.0.1', resolve));
	const address = switching.address();
	const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
	const { error } = await run('scheduleTweet', `http://127.0.0.1:${port}`, { timeout: 2000 }, { node: {} });
	switching.close();
	expect(error?.message).toMatch(/^The thread may have been scheduled: /);
});
