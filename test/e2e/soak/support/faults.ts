/** Things that go wrong at 50 uploads at a time, so that every way out of the node is taken many times. */
import type { FaultRule } from '../../../../sandbox/server';
import { MIB } from '../../../../scripts/lib/video';
import { CALLS } from './files';

/** Tries that the node gives a file (docs/retries.md). */
export const TRIES = 4;

/** No file arrives: connections break in its middle, and answers come before the file was read. Each is tried four times. */
export const NO_FILE_ARRIVES: readonly FaultRule[] = [
	{ on: 'put', times: CALLS, fault: { kind: 'reset', when: 'during', afterBytes: MIB } },
	{ on: 'put', nth: CALLS + 1, times: CALLS, fault: { kind: 'status', status: 503 } },
	{ on: 'put', nth: 2 * CALLS + 1, times: CALLS, fault: { kind: 'reset', when: 'before' } },
	{ on: 'put', nth: 3 * CALLS + 1, times: CALLS, fault: { kind: 'reset', when: 'during', afterBytes: 1 } },
];

/**
 * All that is asked is done, and the answers are lost: a file is sent again, which the storage answers with 412 from the
 * headers alone, a completion is asked for again, a post is not.
 */
export const ANSWERS_ARE_LOST: readonly FaultRule[] = [
	{ on: 'put', times: CALLS, fault: { kind: 'reset', when: 'after' } },
	{ on: 'completeMediaUpload', times: CALLS, fault: { kind: 'reset', when: 'after' } },
	{ on: 'scheduleTweet', times: 'always', fault: { kind: 'reset', when: 'after' } },
];
