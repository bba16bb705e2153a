/* global document, window */

/** How often the page looks for news, in milliseconds. */
const REFRESH_MS = 2000;

const { account } = document.body.dataset;
/** The service's day, such as 2035-05-04: its clock may be moved. */
let { today } = document.body.dataset;
/** Which content is read; the page's filter changes it. */
const wanted = new URLSearchParams({ account });
let shownEvents = '';

const calendar = new window.FullCalendar.Calendar(document.getElementById('calendar'), {
	initialView: 'dayGridMonth',
	initialDate: today,
	// A function: FullCalendar reads a plain value only once.
	now: () => today,
	timeZone: 'UTC',
	height: 'auto',
	firstDay: 1,
	dayMaxEvents: 3,
	fixedWeekCount: false,
	headerToolbar: { left: 'title', right: 'prev,next today dayGridMonth,timeGridWeek,listMonth' },
	buttonText: { today: 'Today', month: 'Month', week: 'Week', list: 'List' },
	eventDisplay: 'block',
	displayEventTime: false,
	eventClick: ({ event }) =>
		document.getElementById(`post-${event.id}`)?.scrollIntoView({ behavior: 'smooth', block: 'center' }),
	eventDidMount: ({ event, el }) => {
		el.title = event.title;
	},
});

/** Puts in what has changed and leaves the rest alone, so that a playing video goes on. */
function show({ sections, today: day, events }) {
	for (const [id, markup] of Object.entries(sections)) {
		const element = document.getElementById(id);
		if (element.shown === markup) continue;
		element.innerHTML = markup;
		element.shown = markup;
	}
	showDay(day);
	const text = JSON.stringify(events);
	if (text === shownEvents) return;
	shownEvents = text;
	// All at once: the calendar is drawn anew for each event that is added alone.
	calendar.removeAllEventSources();
	calendar.addEventSource(events);
	calendar.updateSize();
}

/** Whether the calendar shows a day. */
function isShown(day) {
	const { activeStart, activeEnd } = calendar.view;
	const date = new Date(day);
	return date >= activeStart && date < activeEnd;
}

/**
 * Marks another day as today, and goes there if today was shown. FullCalendar looks at the day when it is drawn for the first
 * time, and keeps its view and its events while it is taken away.
 */
function showDay(day) {
	if (day === today) return;
	const follow = isShown(today);
	today = day;
	calendar.destroy();
	if (follow) calendar.today();
	calendar.render();
}

/** Reads what the page shows, and logs in once more where the sandbox has been started anew. */
async function read() {
	const address = `/page/content?${wanted}`;
	const answer = await fetch(address);
	if (answer.status !== 401) return answer;
	await fetch('/');
	return fetch(address);
}

/** Brings the page up to date. Gives what a person is told when that cannot be done, else an empty text. */
async function refresh() {
	const answer = await read().catch(() => undefined);
	if (!answer) return 'The sandbox does not answer. Is it still running?';
	if (answer.status === 401) return 'This page is not logged in. Does the browser keep cookies for this address?';
	if (!answer.ok) return `The sandbox failed with HTTP ${answer.status}. See its output.`;
	show(await answer.json());
	return '';
}

async function keepFresh() {
	const notice = document.getElementById('notice');
	notice.textContent = await refresh().catch(({ message }) => `The page cannot show the state: ${message}`);
	setTimeout(keepFresh, REFRESH_MS);
}

calendar.render();
void keepFresh();
