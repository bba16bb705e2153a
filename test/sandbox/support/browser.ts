import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';

const SCRIPT = readFileSync(join(__dirname, '../../../sandbox/page/browser.js'), 'utf8');

/** Cookies of a browser for one host: they do not know ports. */
export class CookieJar {
	private readonly cookies = new Map<string, string>();

	/** @param keeps whether the browser keeps cookies at all */
	constructor(private readonly keeps = true) {}

	/** A request as a browser sends it. */
	async fetch(address: string): Promise<Response> {
		const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		const answer = await fetch(address, { headers: { cookie, connection: 'close' } });
		for (const line of this.keeps ? answer.headers.getSetCookie() : []) {
			const [name = '', value = ''] = line.split(';', 1)[0]?.split('=') ?? [];
			this.cookies.set(name, value);
		}
		return answer;
	}
}

/** An element of the page, as far as its script knows it. */
interface Element {
	innerHTML: string;
	textContent: string;
}

/** Runs the page's script in a browser that has nothing but what the script uses; it cannot reload. */
export function openPage(baseUrl: string, jar = new CookieJar()) {
	const elements = new Map<string, Element>();
	const element = (id: string): Element => {
		const found = elements.get(id) ?? { innerHTML: '', textContent: '' };
		elements.set(id, found);
		return found;
	};
	const sources: unknown[][] = [];
	/** A calendar that takes its events as whole sources only. */
	class Calendar {
		render() {}
		updateSize() {}
		removeAllEventSources() {
			sources.length = 0;
		}
		addEventSource(events: unknown[]) {
			sources.push(events);
		}
	}
	let next: Promise<() => unknown> | undefined;
	let schedule: (again: () => unknown) => void;
	const turn = () => {
		next = new Promise((resolve) => {
			schedule = resolve;
		});
	};
	turn();
	const context = createContext({
		document: { body: { dataset: { account: 'paid', today: '' } }, getElementById: element },
		URLSearchParams,
		window: { FullCalendar: { Calendar } },
		fetch: (path: string) => jar.fetch(`${baseUrl}${path}`),
		setTimeout: (again: () => unknown) => schedule(again),
	});
	runInContext(SCRIPT, context);
	return {
		/** Narrows what the script reads, as the page's filter does. */
		narrow: (name: string, value: string): unknown =>
			runInContext(`wanted.set(${JSON.stringify(name)}, ${JSON.stringify(value)})`, context),
		element,
		/** What the calendar shows, by source: each source is one drawing. */
		sources,
		/** Waits until the script has looked for news, and lets it look once more. */
		async refreshed() {
			const again = await next;
			turn();
			again?.();
			await next;
		},
	};
}
