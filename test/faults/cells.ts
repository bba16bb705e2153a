import type { Step } from './steps';

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

/** The item is done in spite of the fault, after so many calls. */
export const done = (sent: number, uploads?: number): Cell => ({
	says: null,
	sent,
	stands: true,
	...(uploads !== undefined && { uploads }),
});

/** The item has an error, and the service did nothing. */
export const fails = (says: string, sent = 1): Cell => ({ says, sent, stands: false });

/** The item has an error, though the service did what was asked. */
export const failsDone = (says: string, sent = 1): Cell => ({ says, sent, stands: true });

export const NOT: Readonly<Record<Step, string>> = {
	profile: 'The profile was not read: ',
	uploadMediaFromUrl: 'The file was not uploaded from its URL: ',
	startMediaUpload: 'The upload was not started: ',
	put: 'The file was not sent: ',
	completeMediaUpload: 'The upload was not completed: ',
	scheduleTweet: 'The thread was not scheduled: ',
};

const MAY: Readonly<Partial<Record<Step, string>>> = {
	uploadMediaFromUrl: 'The file may have been uploaded from its URL: ',
	startMediaUpload: 'The upload may have been started: ',
	scheduleTweet: 'The thread may have been scheduled: ',
};

export type Row = Readonly<Partial<Record<Step, Cell>>>;

/** A refusal that leaves no doubt: the same at every step, sent once. */
export const refused = (what: string, putWhat = what): Row => ({
	profile: fails(NOT.profile + what),
	uploadMediaFromUrl: fails(NOT.uploadMediaFromUrl + what),
	startMediaUpload: fails(NOT.startMediaUpload + what),
	put: fails(NOT.put + putWhat),
	completeMediaUpload: fails(NOT.completeMediaUpload + what),
	scheduleTweet: fails(NOT.scheduleTweet + what),
});

/** No success came back from what counts or posts: an error that asks for a look, and nothing sent again. */
export const doubt = (what: string, service: 'did it' | 'did nothing'): Row => {
	const cell = service === 'did it' ? failsDone : fails;
	return {
		uploadMediaFromUrl: cell(MAY.uploadMediaFromUrl + what),
		startMediaUpload: cell(MAY.startMediaUpload + what),
		scheduleTweet: cell(MAY.scheduleTweet + what),
	};
};

/** Sent again, and done. */
export const again = (...steps: Step[]): Row => Object.fromEntries(steps.map((step) => [step, done(2)]));

/** Done at the first call. */
export const once = (...steps: Step[]): Row => Object.fromEntries(steps.map((step) => [step, done(1)]));
