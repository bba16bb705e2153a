/** How many requests it takes to find out what a service offers, with far more operations than this package has. */
import { buildSchema, type GraphQLSchema, Lexer, parse, Source, TokenKind, validate } from 'graphql';
import type { DocumentError, GroupReply } from '../../../../nodes/SocialPostScheduling/resources/api/groupReply';
import { MAX_REQUESTS } from '../../../../nodes/SocialPostScheduling/resources/api/check';
import { type Probe, probeOf } from '../../../../nodes/SocialPostScheduling/resources/api/probe';
import { type Ask, findAccepted, type Finding } from '../../../../nodes/SocialPostScheduling/resources/api/search';

/** One request is the proof that nothing is carried out. */
const MAX = MAX_REQUESTS - 1;
/** The longest document that the sandbox takes, in words and signs; other services have limits as well. */
const MAX_TOKENS = 5000;

const PLATFORMS = ['Tw', 'Li', 'Th', 'Bs', 'Ma', 'Fb', 'Ig', 'Rd', 'Yt', 'Pi', 'Tt'];
const ENTRY = `id postId text order postAt publishingStatus dateCreated account { id username platform }
	media { id name url mimeType size } result { id url dateSubmitted accountUsername externalSubmissionId }
	error { id errorCode message suggestedFix dateFailed }`;
const types = (platform: string) => `
	type ${platform}Post { id: ID postId: ID text: String order: Int postAt: String publishingStatus: String dateCreated: String
		account: ${platform}Account media: [${platform}Media] result: ${platform}Result error: ${platform}Error }
	type ${platform}Account { id: ID username: String platform: String }
	type ${platform}Media { id: ID name: String url: String mimeType: String size: Int }
	type ${platform}Result { id: ID url: String dateSubmitted: String accountUsername: String externalSubmissionId: String }
	type ${platform}Error { id: ID errorCode: String message: String suggestedFix: String dateFailed: String }
	type ${platform}List { total: Int objects: [${platform}Post] }
	type ${platform}Payload { success: Boolean errors: [${platform}Error] }
	input ${platform}Input { username: String! }`;
const queries = (platform: string) =>
	`${platform}Post(id: ID!): ${platform}Post ${platform}List(page: Int): ${platform}List `;
const mutations = (platform: string) => `${platform}Schedule(input: ${platform}Input!): ${platform}Payload `;

/** A service with these platforms; without any, it has neither queries nor mutations of this test. */
const schemaOf = (platforms: readonly string[]): GraphQLSchema =>
	buildSchema(`type Query { other: Int ${platforms.map(queries).join(' ')} }
	type Mutation { other: Int ${platforms.map(mutations).join(' ')} } ${platforms.map(types).join(' ')}`);

const PROBES: Probe[] = PLATFORMS.flatMap((platform) =>
	[
		`query A($id: ID!) { ${platform}Post(id: $id) { ${ENTRY} } }`,
		`query B($page: Int) { ${platform}List(page: $page) { total objects { ${ENTRY} } } }`,
		`mutation C($input: ${platform}Input!) { ${platform}Schedule(input: $input) { success errors { message } } }`,
	].flatMap((document) => {
		const request = {
			name: 'a',
			retryClass: 'safe',
			failed: '',
			document,
			read: () => ({ ok: true, value: 1 }),
		} as const;
		return probeOf(request) ?? [];
	}),
);

/** Counts the requests, and the words and signs of the longest. */
function asking(schema: GraphQLSchema, say: (errors: DocumentError[]) => DocumentError[] = (errors) => errors) {
	const sent: number[] = [];
	const ask: Ask = ({ document }) => {
		sent.push(tokensIn(document));
		const errors = validate(schema, parse(document), undefined, { maxErrors: 1000 }).map(
			({ message, locations = [] }) => ({
				message,
				lines: locations.map(({ line }) => line),
				hasPath: false,
			}),
		);
		const value: GroupReply = errors.length === 0 ? { type: 'accepted' } : { type: 'refused', errors: say(errors) };
		return Promise.resolve({ ok: true, value });
	};
	return { sent, ask };
}

function tokensIn(document: string): number {
	const lexer = new Lexer(new Source(document));
	let count = 0;
	while (lexer.advance().kind !== TokenKind.EOF) count++;
	return count;
}

const find = async (ask: Ask, maxRequests = MAX) => await findAccepted(PROBES, ask, { isSkipped: true, maxRequests });
const count = (findings: Map<Probe, Finding>, type: Finding['type']) =>
	[...findings.values()].filter((finding) => finding.type === type).length;
const isOffered = (platforms: readonly string[], { field }: Probe) =>
	platforms.some((platform) => field.startsWith(platform));

test('all of them are probes', () => {
	expect(PROBES).toHaveLength(3 * PLATFORMS.length);
});

test.each([
	['everything', PLATFORMS, 2],
	['half of it', PLATFORMS.slice(0, 5), 4],
	['one platform', PLATFORMS.slice(0, 1), 4],
	['nothing', [], 2],
])('a service that offers %s', async (_, platforms, requests) => {
	const { ask, sent } = asking(schemaOf(platforms));
	const findings = await find(ask);
	for (const probe of PROBES) {
		expect([probe.field, findings.get(probe)?.type]).toEqual([
			probe.field,
			isOffered(platforms, probe) ? 'accepted' : 'refused',
		]);
	}
	expect(sent).toHaveLength(requests);
	expect(Math.max(...sent)).toBeLessThan(MAX_TOKENS);
});

test.each<[string, (errors: DocumentError[]) => DocumentError[]]>([
	['one error at a time', (errors) => errors.slice(0, 1)],
	['five errors at a time', (errors) => errors.slice(0, 5)],
	['no places', (errors) => errors.map((error) => ({ ...error, lines: [] }))],
	['no words', (errors) => errors.map(({ hasPath }) => ({ message: 'Bad Request', lines: [], hasPath }))],
])('a service that tells %s: nothing false is found, within the bound', async (_, say) => {
	const platforms = PLATFORMS.slice(0, 9);
	const { ask, sent } = asking(schemaOf(platforms), say);
	const findings = await find(ask);
	expect(sent.length).toBeLessThanOrEqual(MAX);
	expect(findings.size).toBe(PROBES.length);
	for (const [probe, { type }] of findings) {
		expect([isOffered(platforms, probe) ? 'accepted' : 'refused', 'notChecked']).toContain(type);
	}
});

test('with enough requests, words are not needed', async () => {
	const platforms = PLATFORMS.slice(2);
	const { ask } = asking(schemaOf(platforms), () => [{ message: 'Bad Request', lines: [], hasPath: false }]);
	const findings = await find(ask, 1000);
	expect(count(findings, 'accepted')).toBe(3 * platforms.length);
	expect(count(findings, 'refused')).toBe(6);
});

test('after a failure nothing more is sent', async () => {
	let sent = 0;
	const findings = await find(() => {
		sent++;
		return Promise.resolve({ ok: false, error: { kind: 'unauthorized', words: '' } });
	});
	expect(sent).toBe(1);
	expect(count(findings, 'notChecked')).toBe(PROBES.length);
});

test('without the proof, and as soon as something is carried out, no mutation is sent', async () => {
	const { ask, sent } = asking(schemaOf(PLATFORMS));
	const findings = await findAccepted(PROBES, ask, { isSkipped: false, maxRequests: MAX });
	expect(sent).toHaveLength(1);
	expect(count(findings, 'notChecked')).toBe(PLATFORMS.length);
	const executing: Ask = () => Promise.resolve({ ok: true, value: { type: 'executed' } });
	expect(count(await find(executing), 'notChecked')).toBe(PROBES.length);
});
