/** Shows that a long step is alive: a turning sign on a terminal, a line now and then in a log. */

/** Milliseconds between two pictures of the spinner: quick enough to look alive. */
const SPINNER_INTERVAL_MS = 120;
/** Milliseconds between two lines where the output is no terminal: often enough that nobody thinks it hangs. */
const LINE_INTERVAL_MS = 15_000;
const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const MS_PER_SECOND = 1000;
const SECONDS_PER_MINUTE = 60;
/** Shorter steps than this say only that they are done: the time would be noise. */
const WORTH_TELLING_MS = 950;

/**
 * "8 s", "2 min 05 s"
 * @param {number} milliseconds
 * @returns {string}
 */
export function duration(milliseconds) {
	const seconds = Math.round(milliseconds / MS_PER_SECOND);
	if (seconds < SECONDS_PER_MINUTE) return `${seconds} s`;
	return `${Math.floor(seconds / SECONDS_PER_MINUTE)} min ${String(seconds % SECONDS_PER_MINUTE).padStart(2, '0')} s`;
}

function onTerminal(title, since) {
	let turn = 0;
	const draw = () => {
		const line = `${SPINNER[turn++ % SPINNER.length]} ${title} (${duration(Date.now() - since)})`;
		const room = (process.stdout.columns || line.length + 1) - 1;
		process.stdout.write(`\r\x1b[K${line.slice(0, room)}`);
	};
	draw();
	const timer = setInterval(draw, SPINNER_INTERVAL_MS);
	return () => {
		clearInterval(timer);
		process.stdout.write('\r\x1b[K');
	};
}

function inLog(title, since) {
	const tell = () => console.log(`  ... ${title} (${duration(Date.now() - since)})`);
	const timer = setInterval(tell, LINE_INTERVAL_MS);
	return () => clearInterval(timer);
}

/** Ends the sign of life of the step that is shown now. */
let stopShowing = () => undefined;

/** Shows nothing more of the step that is under way: the program is about to end. */
export function endProgress() {
	stopShowing();
}

/**
 * Does the work and shows what is going on meanwhile.
 * @param {{ title: string, why?: string }} step what is done; why it takes long, when it does
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 * @template T
 */
export async function withProgress({ title, why }, work) {
	const since = Date.now();
	const terminal = process.stdout.isTTY === true;
	if (why) console.log(`• ${title}: ${why}`);
	else if (!terminal) console.log(`• ${title}`);
	const stop = terminal ? onTerminal(title, since) : inLog(title, since);
	let shown = true;
	stopShowing = () => {
		if (shown) stop();
		shown = false;
	};
	let mark = '✗';
	try {
		const result = await work();
		mark = '✓';
		return result;
	} finally {
		const wasShown = shown;
		stopShowing();
		const taken = Date.now() - since;
		if (wasShown) console.log(`${mark} ${title}${taken < WORTH_TELLING_MS ? '' : ` (${duration(taken)})`}`);
	}
}
