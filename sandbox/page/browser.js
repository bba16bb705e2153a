/* global document, location, window */

/** How often the page looks for news, in milliseconds. */
const REFRESH_MS = 2000;

const { account, today } = document.body.dataset;
let shownEvents = '';

const calendar = new window.FullCalendar.Calendar(document.getElementById('calendar'), {
	initialView: 'dayGridMonth',
	initialDate: today,
	now: today,
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
function show({ sections, events }) {
	for (const [id, markup] of Object.entries(sections)) {
		const element = document.getElementById(id);
		if (element.shown === markup) continue;
		element.innerHTML = markup;
		element.shown = markup;
	}
	const text = JSON.stringify(events);
	if (text === shownEvents) return;
	shownEvents = text;
	calendar.removeAllEvents();
	for (const event of events) calendar.addEvent(event);
	calendar.updateSize();
}

async function refresh() {
	const answer = await fetch(`/page/content?account=${account}`).catch(() => undefined);
	if (!answer) return;
	if (answer.ok) show(await answer.json());
	else location.reload();
}

calendar.render();
void refresh();
setInterval(() => void refresh(), REFRESH_MS);
