/** Dates of an earlier node in other operations than Schedule: n8n gives them as dates in the first run, and as texts in a retry. */
import type { INode } from 'n8n-workflow';
import { retryExecution, type RunOptions, runNode } from '../harness/engine';
import { inputOf, SCHEDULE } from '../harness/mutations';
import { scheduledTexts } from '../harness/posts';
import { useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
useShortWaits();

const runOf = (parameters: INode['parameters'], more: Partial<RunOptions> = {}): RunOptions => ({
	parameters,
	items: [4, 5].map((day) => ({ json: { when: new Date(Date.UTC(2035, 4, day, 12)) as unknown as string } })),
	credential: service().credential,
	...more,
});
const fail = (on: 'scheduleTweet' | 'uploadMediaFromUrl' | 'twitterSubmissions', nth: number) =>
	service().sandbox.control.addFault({ on, nth, fault: { kind: 'status', status: 400 } });
const SAME = '$json.when.toDateTime().toLocal()';
const dayOf = (when: string) => `{{ ${when}.format('d LLLL') }}`;

const mutationOf = (when: string): INode['parameters'] => ({
	resource: 'api',
	operation: 'execute',
	query: SCHEDULE,
	variables: `=${JSON.stringify(inputOf(dayOf(when)))}`,
});

test('a mutation with a date: the first run says so, a retry sends no "Invalid DateTime", and what is done is known', async () => {
	fail('scheduleTweet', 2);
	const run = runOf(mutationOf('$json.when'));
	const failed = await runNode(run);
	expect(failed.error?.description).toContain('Variables has a date that an earlier node gives as a date');
	const refused = await retryExecution(run, failed);
	expect(refused.error?.message).toBe('Variables has "Invalid DateTime": its expression could not read a date');
	expect(refused.error?.description).toContain(dayOf(SAME));
	const { items, error } = await retryExecution(runOf(mutationOf(SAME)), refused);
	expect(error).toBeUndefined();
	expect(items[0]?.json.alreadyExecuted).toBe(true);
	expect(scheduledTexts(service().sandbox)).toEqual(['4 May', '5 May']);
});

test('another mutation is executed, though the data are the same', async () => {
	fail('scheduleTweet', 2);
	const run = runOf(mutationOf('$json.when'));
	const failed = await runNode(run);
	const other = { ...mutationOf(SAME), query: SCHEDULE.replace('success', 'success again: success') };
	const { items, error } = await retryExecution(runOf(other), failed);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.alreadyExecuted)).toEqual([undefined, undefined]);
});

test('the name of a file: a warning, and a refusal in the retry', async () => {
	fail('uploadMediaFromUrl', 2);
	const run = runOf({
		resource: 'media',
		operation: 'uploadFromUrl',
		url: 'https://example.com/picture.png',
		additionalFields: { name: `=${dayOf('$json.when')}.png` },
	});
	const failed = await runNode(run);
	expect(failed.error?.description).toContain('Additional Fields has a date that an earlier node gives as a date');
	const { error } = await retryExecution(run, failed);
	expect(error?.message).toBe('Additional Fields has "Invalid DateTime": its expression could not read a date');
});

test('a search: a refusal in the retry, and no warning, as nothing is sent twice', async () => {
	fail('twitterSubmissions', 1);
	const parametersOf = (when: string): INode['parameters'] => ({
		resource: 'post',
		operation: 'getMany',
		filters: { search: `=${dayOf(when)}` },
	});
	const run = runOf(parametersOf('$json.when'));
	const failed = await runNode(run);
	expect(failed.error?.description).not.toContain('has a date');
	const refused = await retryExecution(run, failed);
	expect(refused.error?.message).toContain('has "Invalid DateTime"');
	expect((await retryExecution(runOf(parametersOf(SAME)), refused)).error).toBeUndefined();
});

test('a date that a person has written otherwise gets no expression that would read another one', async () => {
	fail('uploadMediaFromUrl', 1);
	const parameters = {
		resource: 'media',
		operation: 'uploadFromUrl',
		url: 'https://example.com/picture.png',
		additionalFields: { name: "={{ DateTime.fromISO($json.when).toFormat('d LLLL') }}" },
	};
	const run = runOf(parameters, { items: [{ json: { when: '05.06.2035' } }] });
	const { error } = await retryExecution(run, await runNode(run));
	expect(error?.description).toContain('Correct the expression');
	expect(error?.description).not.toContain('.toDateTime()');
});

test('a fixed text with these words is sent in a retry', async () => {
	fail('scheduleTweet', 1);
	const parameters = { ...mutationOf('$json.when'), variables: JSON.stringify(inputOf('Invalid DateTime')) };
	const run = runOf(parameters, { items: [{ json: {} }] });
	const { error } = await retryExecution(run, await runNode(run));
	expect(error).toBeUndefined();
});
