/** Every link of the documentation within the repository leads somewhere: to a file that is there, and to a heading in it. */
import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { homepage } from '../../../package.json';
import { readPage, ROOT } from './pages';

const PAGES = ['.', 'docs', 'sandbox', 'test', 'bench', 'examples/media'].flatMap((folder) =>
	readdirSync(join(ROOT, folder))
		.filter((name) => name.endsWith('.md'))
		.map((name) => posix.join(folder, name)),
);

/** What n8n shows with the node and its credential; both link to headings of the README. */
const LINKS_IN_N8N = [
	'credentials/SocialPostSchedulingApi.credentials.ts',
	'nodes/SocialPostScheduling/SocialPostScheduling.node.json',
	'nodes/SocialPostSchedulingTrigger/SocialPostSchedulingTrigger.node.json',
];

const withoutCode = (page: string) => page.replace(/^```[^]*?^```/gm, '');

/** As GitHub and npm make an anchor from a heading: `n8n 1: one setting` becomes `n8n-1-one-setting`. */
const anchorOf = (heading: string) =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s_-]/gu, '')
		.trim()
		.replaceAll(' ', '-');

function anchorsOf(path: string): Set<string> {
	const page = withoutCode(readPage(path));
	const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
	const ids = [...page.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
	return new Set([...headings, ...ids]);
}

const linksOf = (path: string) =>
	[...withoutCode(readPage(path)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);

/** A sentence for a link that leads nowhere. */
function faultOf(from: string, link: string): string[] {
	const [file = '', anchor] = link.split('#');
	const target = file === '' ? from : posix.join(posix.dirname(from), file);
	if (!existsSync(join(ROOT, target))) return [`${from} links to ${link}, but there is no ${target}.`];
	if (anchor === undefined || anchorsOf(target).has(anchor)) return [];
	return [`${from} links to ${link}, but ${target} has no heading for #${anchor}.`];
}

test.each(PAGES)('the links of %s', (path) => {
	const links = linksOf(path).filter((link) => !/^https?:/.test(link));
	expect(links.flatMap((link) => faultOf(path, link))).toEqual([]);
});

test.each(LINKS_IN_N8N)('the links of %s to the README', (path) => {
	const anchors = readPage(path)
		.split(`${homepage}#`)
		.slice(1)
		.map((rest) => /^[\w-]*/.exec(rest)?.[0] ?? '')
		.filter((anchor) => anchor !== 'readme');
	expect(anchors.length).toBeGreaterThan(0);
	expect(anchors.flatMap((anchor) => faultOf('README.md', `#${anchor}`))).toEqual([]);
});

test('the README links to every page of docs/', () => {
	const links = linksOf('README.md');
	const unlinked = PAGES.filter((path) => path.startsWith('docs/') && !links.includes(path));
	expect(unlinked.map((path) => `Add ${path} to the table "Documentation" in README.md.`)).toEqual([]);
});
