import { IDEMPOTENT, NON_IDEMPOTENT, QUERIES, type Step, STEP, STEPS } from './steps';

/** What is expected of one fault at one step. */
export interface Cell {
	/** What the error's message says, or null where the item is done in spite of the fault. */
	readonly says: string | null;
	/** How often the step's call was sent. */
	readonly sent: number;
	/** Uploads counted; as in a run without a fault where it is left out. */
	readonly uploads?: number;
	/** Whether what the step is for stands at the service in the end. */
	readonly stands: boolean;
}

export type Row = Readonly<Partial<Record<Step, Cell>>>;

const row = (steps: readonly Step[], cell: (step: Step) => Cell): Row =>
	Object.fromEntries(steps.map((step) => [step, cell(step)]));

/** The item is done in spite of the fault, after so many calls. */
const done = (sent: number): Cell => ({ says: null, sent, stands: true });

/** Sent again, and done. */
export const again = (...steps: readonly Step[]): Row => row(steps, () => done(2));

/** Done at the first call. */
export const once = (...steps: readonly Step[]): Row => row(steps, () => done(1));

/** The session of the upload is replaced by a new one, and the file is uploaded. */
export const restarted = (...steps: readonly Step[]): Row => row(steps, () => ({ ...done(2), uploads: 2 }));

/** An error, nothing sent again, and nothing done by the service. */
export const fails = (what: string, ...steps: readonly Step[]): Row =>
	row(steps, (step) => ({ says: STEP[step].not + what, sent: 1, stands: false }));

/** A refusal that leaves no doubt: the same at every step. */
export const refused = (what: string, putWhat = what): Row => ({ ...fails(what, ...STEPS), ...fails(putWhat, 'put') });

/** A query has an error that says this; sent once. */
export const notRead = (what: string): Row => fails(what, ...QUERIES);

/** No success came back from what changes something: an error that asks for a look, and nothing sent again. */
export const doubt = (what: string, service: 'did it' | 'did nothing'): Row =>
	row([...NON_IDEMPOTENT, ...IDEMPOTENT, 'completeMediaUpload'], (step) => ({
		says: (STEP[step].may ?? '(no words of doubt) ') + what,
		sent: 1,
		stands: service === 'did it',
	}));
