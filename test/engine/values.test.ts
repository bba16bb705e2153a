/** Every parameter with every kind of value that an expression or another program may give: each is used or refused, none is dropped. */
import type { INode } from 'n8n-workflow';
import { SocialPostScheduling } from '../../nodes/SocialPostScheduling/SocialPostScheduling.node';
import { storeBinary, useBinaryMode } from '../harness/binary';
import { runNode } from '../harness/engine';
import { postParameters, scheduleParameters } from '../harness/posts';
import { exampleFile, useService } from '../harness/service';
import { useShortWaits } from '../harness/waits';

const service = useService();
beforeAll(async () => await useBinaryMode('filesystem'));
useShortWaits();

const SCHEDULE = scheduleParameters('Hello');
const AS_TEXT: INode['parameters'] = { ...SCHEDULE, specifyThread: 'text', text: 'Hello' };
const UPLOAD: INode['parameters'] = { resource: 'media', operation: 'uploadBinary' };
const FROM_URL: INode['parameters'] = {
	resource: 'media',
	operation: 'uploadFromUrl',
	url: 'http://127.0.0.1:9/a.png',
};
const COMPLETE: INode['parameters'] = {
	resource: 'media',
	operation: 'completeUpload',
	uploadToken: 'a-token',
	name: 'Balloons',
};

const LIBRARY: INode['parameters'] = { resource: 'media', operation: 'getMany' };
const ACCOUNTS: INode['parameters'] = { resource: 'socialAccount', operation: 'getMany' };
const NEXT_SLOTS: INode['parameters'] = { resource: 'socialAccount', operation: 'getNextSlots' };

const METRICS: INode['parameters'] = {
	resource: 'analytics',
	operation: 'getPostMetrics',
	from: '2020-05-01T00:00:00Z',
	to: '2020-05-31T00:00:00Z',
};
const EXECUTE: INode['parameters'] = { resource: 'api', operation: 'execute', query: '{ profile { id } }' };
const POSTS: INode['parameters'] = { resource: 'post', operation: 'getMany' };
const POST_OPERATIONS = ['delete', 'get', 'publishNow', 'reschedule'] as const;
const ofPost = (operation: (typeof POST_OPERATIONS)[number]) =>
	postParameters(operation, '2001', operation === 'reschedule' ? { postAt: '2099-05-04T05:30:00Z' } : {});

/** One parameter, and how a node is set to have a value there. */
interface Parameter {
	/** As the panel calls it. */
	readonly name: string;
	readonly base: INode['parameters'];
	readonly at: (value: string) => INode['parameters'];
	/** The kinds of values that are used; all others are refused. */
	readonly used: readonly Kind[];
}

/** Expressions, by the kind of value that they return. */
const VALUES = {
	list: '={{ ["a", "b"] }}',
	object: '={{ ({ a: 1 }) }}',
	number: '={{ 7 }}',
	'number as text': '={{ "7" }}',
	'truth value': '={{ false }}',
	'truth value as text': '={{ "false" }}',
	text: '={{ "words" }}',
	null: '={{ null }}',
	nothing: '={{ undefined }}',
	NaN: '={{ Number("x") }}',
	'rounded number': '={{ Number("1234567890123456789") }}',
	empty: '={{ "" }}',
	spaces: '={{ "  " }}',
	// In a field that is not set to Expression.
	'expression as text': '{{ $json.a }}',
} as const;
type Kind = keyof typeof VALUES;

/** What stands for no value. An expression that returns nothing does not, nor one beside blanks: the name of a field in it is misspelt. */
const NONE: readonly Kind[] = ['null', 'empty'];
const TEXTS: readonly Kind[] = ['number', 'number as text', 'truth value as text', 'text'];
const NUMBERS: readonly Kind[] = ['number', 'number as text'];
/** Of a limit, a number that is rounded is as good as one that is not. */
const ROUNDED: readonly Kind[] = ['rounded number'];
const TRUTHS: readonly Kind[] = ['truth value', 'truth value as text'];

const inOptions =
	(name: string, others: INode['parameters'] = {}) =>
	(value: string) => ({ options: { ...others, [name]: value } });
const inAdditional = (name: string) => (value: string) => ({ additionalFields: { [name]: value } });
const inFilters = (name: string) => (value: string) => ({ filters: { [name]: value } });
const inThread = (row: (value: string) => object) => (value: string) => ({
	thread: { tweet: [row(value)] } as INode['parameters'],
});

const PARAMETERS: readonly Parameter[] = [
	{
		name: 'Account',
		base: SCHEDULE,
		at: (value) => ({ username: { __rl: true, mode: 'name', value } }),
		used: TEXTS,
	},
	{ name: 'Post At', base: SCHEDULE, at: (postAt) => ({ postAt }), used: [] },
	// Without a text the row is as n8n makes it where there is none.
	{ name: 'Thread', base: SCHEDULE, at: inThread((text) => ({ text })), used: [...TEXTS, 'expression as text'] },
	{
		name: 'Thread, tweet 1, media 1',
		base: SCHEDULE,
		at: inThread((value) => ({ text: 'Hello', media: { reference: [{ file: { __rl: true, mode: 'id', value } }] } })),
		used: [...TEXTS, 'null'],
	},
	{
		name: 'Thread, tweet 1, media 1 (mode)',
		base: SCHEDULE,
		at: inThread((mode) => ({ text: 'Hello', media: { reference: [{ file: { __rl: true, mode, value: '7' } }] } })),
		used: [],
	},
	// A warning says that it was posted.
	{ name: 'Text', base: AS_TEXT, at: (text) => ({ text }), used: [...TEXTS, 'expression as text'] },
	{
		name: 'Media 1',
		base: AS_TEXT,
		at: (value) => ({ media: { reference: [{ file: { __rl: true, mode: 'id', value } }] } }),
		used: [...TEXTS, 'null'],
	},
	{ name: 'Specify Thread', base: AS_TEXT, at: (specifyThread) => ({ specifyThread }), used: [] },
	{ name: 'Split Long Text', base: AS_TEXT, at: inOptions('splitLongText'), used: [...TRUTHS, ...NONE] },
	{ name: 'Character Limit', base: AS_TEXT, at: inOptions('characterLimit'), used: [...ROUNDED, ...NONE] },
	{ name: 'Numbering', base: AS_TEXT, at: inOptions('numbering', { splitLongText: true }), used: NONE },
	{ name: 'Preview Only', base: SCHEDULE, at: inOptions('previewOnly'), used: TRUTHS },
	{ name: 'Post Tag Names or IDs', base: SCHEDULE, at: inOptions('postTagIds'), used: ['list', ...TEXTS, ...NONE] },
	{ name: 'Save as Draft', base: SCHEDULE, at: inOptions('saveAsDraft'), used: TRUTHS },
	{ name: 'Duplicate Check', base: SCHEDULE, at: inOptions('duplicateCheck'), used: [] },
	{ name: 'If File Exists (of a post)', base: SCHEDULE, at: inOptions('ifFileExists'), used: [] },
	{
		name: 'Wait for Upload Limit (of a post)',
		base: SCHEDULE,
		at: inOptions('waitForUploadLimit'),
		used: [...TRUTHS, ...NONE],
	},
	{ name: 'Input Data Field Name', base: UPLOAD, at: (binaryPropertyName) => ({ binaryPropertyName }), used: [] },
	{ name: 'Name', base: UPLOAD, at: inAdditional('name'), used: [...TEXTS, ...NONE] },
	{ name: 'MIME Type', base: UPLOAD, at: inAdditional('mimeType'), used: NONE },
	{
		name: 'Media Label Names or IDs',
		base: UPLOAD,
		at: inAdditional('mediaLabelIds'),
		used: ['list', ...TEXTS, ...NONE],
	},
	{
		name: 'Give Up After (Minutes)',
		base: UPLOAD,
		at: inOptions('giveUpAfter'),
		used: [...NUMBERS, ...ROUNDED, ...NONE],
	},
	{ name: 'If File Exists', base: UPLOAD, at: inOptions('ifFileExists'), used: [] },
	{ name: 'Restart Expired Uploads', base: UPLOAD, at: inOptions('restartExpired'), used: [...TRUTHS, ...NONE] },
	{ name: 'Simultaneous Uploads', base: UPLOAD, at: inOptions('simultaneousUploads'), used: [...NUMBERS, ...NONE] },
	{ name: 'Wait for Upload Limit', base: UPLOAD, at: inOptions('waitForUploadLimit'), used: [...TRUTHS, ...NONE] },
	{ name: 'URL', base: FROM_URL, at: (url) => ({ url }), used: [] },
	{ name: 'Name (from URL)', base: FROM_URL, at: inAdditional('name'), used: [...TEXTS, ...NONE] },
	{
		name: 'Media Label Names or IDs (from URL)',
		base: FROM_URL,
		at: inAdditional('mediaLabelIds'),
		used: ['list', ...TEXTS, ...NONE],
	},
	{ name: 'Upload Token', base: COMPLETE, at: (uploadToken) => ({ uploadToken }), used: TEXTS },
	{ name: 'Name (completion)', base: COMPLETE, at: (name) => ({ name }), used: TEXTS },
	{
		name: 'Media Label Names or IDs (completion)',
		base: COMPLETE,
		at: inAdditional('mediaLabelIds'),
		used: ['list', ...TEXTS, ...NONE],
	},
	{
		name: 'Give Up After (completion)',
		base: COMPLETE,
		at: inOptions('giveUpAfter'),
		used: [...NUMBERS, ...ROUNDED, ...NONE],
	},
	{ name: 'Return All', base: LIBRARY, at: (returnAll) => ({ returnAll }), used: [...TRUTHS, ...NONE] },
	{ name: 'Limit', base: LIBRARY, at: (limit) => ({ limit }), used: [...NUMBERS, ...ROUNDED, ...NONE] },
	{ name: 'File Type', base: LIBRARY, at: inFilters('fileType'), used: NONE },
	{ name: 'Label Names or IDs', base: LIBRARY, at: inFilters('labelIds'), used: ['list', ...TEXTS, ...NONE] },
	{ name: 'Search', base: LIBRARY, at: inFilters('search'), used: [...TEXTS, ...NONE] },
	{ name: 'Unused Only', base: LIBRARY, at: inFilters('unusedOnly'), used: [...TRUTHS, ...NONE] },
	{ name: 'Sort', base: LIBRARY, at: (sort) => ({ sort }), used: NONE },
	{ name: 'Connected Only', base: ACCOUNTS, at: inFilters('connectedOnly'), used: [...TRUTHS, ...NONE] },
	{ name: 'Platform', base: ACCOUNTS, at: inFilters('platform'), used: NONE },
	{
		name: 'Account Names or IDs',
		base: NEXT_SLOTS,
		at: (accounts) => ({ accounts }),
		used: ['list', ...TEXTS, ...NONE],
	},
	{ name: 'From', base: METRICS, at: (from) => ({ from }), used: [] },
	{ name: 'To', base: METRICS, at: (to) => ({ to }), used: [] },
	{ name: 'Metrics', base: METRICS, at: (metrics) => ({ metrics }), used: ['list', ...TEXTS, ...NONE] },
	{ name: 'Group By', base: METRICS, at: (groupBy) => ({ groupBy }), used: [...TEXTS, ...NONE] },
	{
		name: 'Account Names or IDs (metrics)',
		base: METRICS,
		at: inFilters('accounts'),
		used: ['list', ...TEXTS, ...NONE],
	},
	// What is no document is for the service to say.
	{ name: 'Query', base: EXECUTE, at: (query) => ({ query }), used: TEXTS },
	{ name: 'Variables', base: EXECUTE, at: (variables) => ({ variables }), used: ['object', ...NONE] },
	{ name: 'Operation Name', base: EXECUTE, at: inOptions('operationName'), used: NONE },
	{ name: 'Data Path', base: EXECUTE, at: inOptions('dataPath'), used: [...TEXTS, ...NONE] },
	...POST_OPERATIONS.flatMap((operation): Parameter[] => [
		{
			name: `Post (${operation})`,
			base: ofPost(operation),
			at: (value) => ({ postId: { __rl: true, mode: 'id', value } }),
			used: TEXTS,
		},
		{ name: `Platform (${operation})`, base: ofPost(operation), at: (platform) => ({ platform }), used: [] },
	]),
	{ name: 'Permanently', base: ofPost('delete'), at: inOptions('permanently'), used: [...TRUTHS, ...NONE] },
	{ name: 'Simplify (get)', base: ofPost('get'), at: (simplify) => ({ simplify }), used: [...TRUTHS, ...NONE] },
	{ name: 'Post At (reschedule)', base: ofPost('reschedule'), at: (postAt) => ({ postAt }), used: [] },
	{ name: 'Platform (posts)', base: POSTS, at: (platform) => ({ platform }), used: [] },
	{ name: 'Return All (posts)', base: POSTS, at: (returnAll) => ({ returnAll }), used: [...TRUTHS, ...NONE] },
	{ name: 'Limit (posts)', base: POSTS, at: (limit) => ({ limit }), used: [...NUMBERS, ...ROUNDED, ...NONE] },
	{ name: 'Simplify (posts)', base: POSTS, at: (simplify) => ({ simplify }), used: [...TRUTHS, ...NONE] },
	{ name: 'Account Names or IDs (posts)', base: POSTS, at: inFilters('accounts'), used: ['list', ...TEXTS, ...NONE] },
	{ name: 'From (posts)', base: POSTS, at: inFilters('from'), used: NONE },
	{ name: 'Search (posts)', base: POSTS, at: inFilters('search'), used: [...TEXTS, ...NONE] },
	{ name: 'State', base: POSTS, at: inFilters('state'), used: NONE },
	{ name: 'To (posts)', base: POSTS, at: inFilters('to'), used: NONE },
	{
		name: 'Timeout',
		base: SCHEDULE,
		// In milliseconds: 7 of them may pass before the request is there.
		at: (timeout) => ({ requestOptions: { timeout: timeout.replace('7', '70000') } }),
		used: ['nothing', 'null', 'NaN', 'empty', 'truth value', ...NUMBERS, ...ROUNDED],
	},
];

const cases = PARAMETERS.flatMap((parameter) =>
	(Object.keys(VALUES) as Kind[]).map((kind) => {
		const used = parameter.used.includes(kind);
		return { title: `${parameter.name} | ${kind}: ${used ? 'used' : 'refused'}`, parameter, kind, used };
	}),
);

test.each(cases)('$title', async ({ parameter: { name, base, at }, kind, used }) => {
	const picture = await storeBinary(exampleFile('balloons.png'), 'balloons.png', 'image/png');
	const { error, items } = await runNode({
		parameters: { ...base, ...at(VALUES[kind]) },
		items: [{ json: {}, binary: { data: picture } }],
		credential: service().credential,
	});
	const calls = service().sandbox.state().log;
	if (used) {
		// The service may refuse it, for example a file that it does not have: that is for the service to say.
		expect(calls.length).toBeGreaterThan(0);
		const isUnknown = /, and the service has no (?:account|label) with this ID$/.test(error?.message ?? '');
		expect(isUnknown ? null : error?.context.reason).not.toBe('invalidInput');
	} else {
		expect(items).toEqual([]);
		expect(calls).toEqual([]);
		expect(error?.context.reason).toBe('invalidInput');
		// Such an expression is found in the node itself, before its rows are read.
		const field = kind === 'expression as text' ? name.replace(/^.*[Mm]edia 1(?! \(mode)/, 'File') : name;
		expect(error?.message).toContain(field.replace(/ (\(.*\)|of .*)$/, ''));
		expect(error?.description).toBeTruthy();
	}
});

test('the table has every parameter that the panel shows', () => {
	const namesOf = (value: unknown): string[] =>
		typeof value !== 'object' || value === null
			? []
			: Object.entries(value).flatMap(([key, inner]) => [key, ...namesOf(inner)]);
	const tested = new Set(PARAMETERS.flatMap(({ at }) => namesOf(at(''))));
	const shown = (properties: readonly object[]): string[] =>
		properties.flatMap((property) => {
			if (!('name' in property) || !('type' in property) || property.type === 'notice') return [];
			const inner = 'options' in property && property.type !== 'options' ? (property.options as object[]) : [];
			const rows = inner.flatMap((option) => ('values' in option ? (option.values as object[]) : [option]));
			return [String(property.name), ...shown(rows)];
		});
	const all = shown(new SocialPostScheduling().description.properties);
	const missing = all.filter((name) => !tested.has(name) && name !== 'resource' && name !== 'operation');
	expect(missing.map((name) => `Add a row for "${name}" to PARAMETERS in test/engine/values.test.ts.`)).toEqual([]);
});

describe('a value that is used is the one that is sent', () => {
	test('"false" for Restart Expired Uploads spends no second upload', async () => {
		service().sandbox.control.addFault({ on: 'completeMediaUpload', fault: { kind: 'expireSession' } });
		const picture = await storeBinary(exampleFile('balloons.png'), 'balloons.png', 'image/png');
		const { error } = await runNode({
			parameters: { ...UPLOAD, options: { restartExpired: '={{ "false" }}' } },
			items: [{ json: {}, binary: { data: picture } }],
			credential: service().credential,
		});
		expect(error?.message).toContain('the upload session');
		expect(service().sandbox.state().uploadsCounted).toBe(1);
	});

	test('a number as Name is the name', async () => {
		const picture = await storeBinary(exampleFile('balloons.png'), 'balloons.png', 'image/png');
		const { items } = await runNode({
			parameters: { ...UPLOAD, additionalFields: { name: '={{ 2030 }}' } },
			items: [{ json: {}, binary: { data: picture } }],
			credential: service().credential,
		});
		expect(items[0]?.json.name).toBe('2030');
	});
});
