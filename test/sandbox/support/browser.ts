import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';

const SCRIPT = readFileSync(join(__dirname, '../../../sandbox/page/browser.js'), 'utf8');

const DAY_MS = 24 * 60 * 60 * 1000;

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

/**
 * Runs the page's script in a browser that has nothing but what the script uses; it cannot reload.
 *
 * @param today the day of the service when the page was opened
 */
export function openPage(baseUrl: string, jar = new CookieJar(), today = '') {
	const elements = new Map<string, Element>();
	const element = (id: string): Element => {
		const found = elements.get(id) ?? { innerHTML: '', textContent: '' };
		elements.set(id, found);
		return found;
	};
	const sources: unknown[][] = [];
	const drawn: Array<{ readonly today: string; readonly shown: string }> = [];
	/** A calendar that takes its events as whole sources only, and looks at the day when it is drawn, as FullCalendar does. */
	class Calendar {
		private isDrawn = false;
		/** Shows the day that it began with or went to, and no other one. */
		private day: string;
		constructor(
			_element: Element,
			private readonly options: { readonly now: () => string },
		) {
			this.day = options.now();
		}
		get view() {
			const activeStart = new Date(this.day);
			return { activeStart, activeEnd: new Date(activeStart.getTime() + DAY_MS) };
		}
		today() {
			this.day = this.options.now();
		}
		gotoDate(day: string) {
			this.day = day;
		}
		render() {
			if (!this.isDrawn) drawn.push({ today: this.options.now(), shown: this.day });
			this.isDrawn = true;
		}
		destroy() {
			this.isDrawn = false;
		}
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
		document: { body: { dataset: { account: 'paid', today } }, getElementById: element },
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
		/** The day that the calendar marked, and the one that it showed, each time it was drawn. */
		drawn,
		/** Goes to a day, as the calendar's arrows do. */
		goTo: (day: string): unknown => runInContext(`calendar.gotoDate(${JSON.stringify(day)})`, context),
		/** Waits until the script has looked for news, and lets it look once more. */
		async refreshed() {
			const again = await next;
			turn();
			again?.();
			await next;
		},
	};
}
