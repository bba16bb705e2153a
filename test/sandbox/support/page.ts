import type { Sandbox } from '../../../sandbox/server';
import { http } from './http';

/** What the page shows, as its script gets it. */
export interface Content {
	/** Markup by the id of the element that holds it. */
	readonly sections: Record<string, string>;
	/** The day that the calendar marks. */
	readonly today: string;
	readonly events: ReadonlyArray<Record<string, unknown>>;
}

/** The session cookie that a browser has once it has opened a page. */
export async function cookieFrom({ baseUrl }: Sandbox, path = '/'): Promise<string> {
	const { headers } = await http(`${baseUrl}${path}`, { headers: { accept: 'text/html' } });
	return headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
}

/** Reads what changes on the page, as a browser that has opened it. */
export async function readContent(sandbox: Sandbox, query = ''): Promise<Content> {
	const { body } = await http(`${sandbox.baseUrl}/page/content${query}`, {
		headers: { cookie: await cookieFrom(sandbox) },
	});
	return JSON.parse(body) as Content;
}
