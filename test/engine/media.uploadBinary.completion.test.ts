/** A completion whose response was lost: the file may be in the library, whatever comes after it. */
import type { INode } from 'n8n-workflow';
import type { FaultRule } from '../../sandbox/server';
import * as waiting from '../../nodes/SocialPostScheduling/transport/delay';
import { useBinaryMode } from '../harness/binary';
import { type RunOptions, THREE_TRIES } from '../harness/engine';
import { useService } from '../harness/service';
import { itemWith, refusal, uploadsOf } from '../harness/uploads';
import { useShortWaits } from '../harness/waits';

const service = useService();
const uploads = uploadsOf(service);
const waits = useShortWaits(async () => {
	service().sandbox.control.clock.advance(waits.at(-1) ?? 0);
	await Promise.resolve();
});
beforeAll(async () => await useBinaryMode('filesystem'));

const upload = async (
	options: INode['parameters'] = {},
	node: Partial<INode> = {},
	onStart: RunOptions['onStart'] = () => {},
) => await uploads.upload([await itemWith('a.png')], { options }, { node, onStart });

const control = () => service().sandbox.control;
const library = () => service().sandbox.state().media;
const EXPIRED = refusal('The upload session has expired');
const LIMIT = refusal('Media upload rate limit exceeded');
const RESET = { kind: 'reset', when: 'after' } as const;
/** The service says that it takes too long, and does it. */
const SLOW = { ...refusal('The upload timed out'), when: 'after' } as const;
/** No further completion is sent in the same try. */
const BROKEN = { kind: 'status', status: 500, when: 'after' } as const;

/** The first completion is carried out, and its response is lost; for each further one the session has expired. */
const loseThenExpire = (fault: FaultRule['fault']) => {
	control().addFault({ on: 'completeMediaUpload', fault });
	control().addFault({ on: 'completeMediaUpload', nth: 2, fault: EXPIRED });
};

const MAY_BE_TWICE = [expect.stringMatching(/^The content library may have the file twice: /)];

test.each<[string, FaultRule['fault'], INode['parameters'], Partial<INode>]>([
	['in the next session', RESET, {}, {}],
	['after the service has said that it takes too long,', SLOW, {}, {}],
	['in a further try', BROKEN, {}, THREE_TRIES],
	['in a further try that begins the next session', RESET, { restartExpired: false }, THREE_TRIES],
])('and the session expires: %s the library may have the file twice, and says so', async (_, fault, options, node) => {
	loseThenExpire(fault);
	const { items, run } = await upload(options, node);
	expect(run.status).toBe('success');
	expect(library()).toHaveLength(2);
	expect(items[0]?.json.warnings).toEqual(MAY_BE_TWICE);
});

test('and the next session waits for the upload limit: likewise', async () => {
	loseThenExpire(RESET);
	control().addFault({ on: 'startMediaUpload', nth: 2, fault: LIMIT });
	const { items } = await upload({ waitForUploadLimit: true });
	expect(library()).toHaveLength(2);
	expect(items[0]?.json.warnings).toEqual(MAY_BE_TWICE);
});

test('and the session expires, with "Use Existing": the file is found', async () => {
	loseThenExpire(RESET);
	const { items } = await upload({ ifFileExists: 'useExisting' });
	expect(library()).toHaveLength(1);
	expect(items[0]?.json).toMatchObject({ existing: true });
	expect(items[0]?.json).not.toHaveProperty('warnings');
});

test.each([RESET, SLOW])(
	'and the session expires, where no other one is to begin: it may be completed',
	async (fault) => {
		loseThenExpire(fault);
		const { error } = await upload({ restartExpired: false });
		expect(error?.message).toBe('The upload may have been completed: the upload session expired');
		expect(error?.description).toMatch(
			/^See whether the content library has the file\. .* If the file is not there, upload it again; that counts/,
		);
	},
);

test.each([
	['does not begin', 'startMediaUpload', LIMIT, 'The upload was not started: '],
	['does not get the file', 'put', { kind: 'status', status: 400 }, 'The file was not sent: '],
] as const)('and the next session %s: the library may have the file', async (_, on, fault, message) => {
	loseThenExpire(RESET);
	control().addFault({ on, nth: 2, fault });
	const { error } = await upload();
	expect(error?.message).toContain(message);
	expect(error?.description).toContain('Warning: The content library may have the file already: ');
	expect(library()).toHaveLength(1);
});

test('and a further try is not let through: it may be completed', async () => {
	control().addFault({ on: 'completeMediaUpload', fault: BROKEN });
	control().addFault({ on: 'completeMediaUpload', nth: 2, times: 'always', fault: { kind: 'status', status: 401 } });
	const { error } = await upload({}, THREE_TRIES);
	expect(error?.message).toBe(
		'The upload may have been completed: the API key was not accepted, and the result of an earlier try is unknown',
	);
});

test('and a further try gets it: there is one', async () => {
	control().addFault({ on: 'completeMediaUpload', fault: BROKEN });
	const { items } = await upload({}, THREE_TRIES);
	expect(library()).toHaveLength(1);
	expect(items[0]?.json).not.toHaveProperty('warnings');
});

test('and the execution is stopped before another one is sent: it may be completed', async () => {
	control().addFault({ on: 'completeMediaUpload', fault: RESET });
	let stop = () => {};
	jest.mocked(waiting.delay).mockImplementation(async () => {
		stop();
		return await Promise.resolve(false);
	});
	const { error } = await upload({}, {}, (stopExecution) => (stop = stopExecution));
	expect(error?.message).toBe('The upload may have been completed: the execution was canceled');
});
