import type { Post, Submission } from '../SocialPostScheduling/resources/post/post';

/** What is remembered of an event, so that it is not given again. An event of several parts has one for each of them. */
export interface Mark {
	/** It is known where one of them is. */
	readonly keys: readonly string[];
	/** The time that the part was scheduled for, in milliseconds since 1970; not a number where it is not known. */
	readonly at: number;
}

/**
 * Parts whose times are this close fail as one, in milliseconds: the parts of a thread follow each other within seconds. The parts of a
 * post for several places may be days apart, and each failure is news.
 */
const SAME_MOMENT_MS = 60_000;

export const submittedMark = ({ id }: Post): Mark => ({ keys: [`${id} submitted`], at: Number.NaN });

/**
 * The parts that have failed, each at its time: with another time it can fail again. It is known by the time that it was scheduled for,
 * because the service may try it several times, and by the time when it failed, because a part that was given another time may keep its
 * error until it is tried: that is no failure at its new time.
 *
 * @param now milliseconds since 1970, by the clock of the service
 * @param from milliseconds since 1970. What failed before that is known, or was there before the trigger: the post is in the list
 * because of another part.
 */
export function failureMarks({ id, submissions }: Post, now: number, from = Number.NEGATIVE_INFINITY): Mark[] {
	return submissions.flatMap((submission, index) => {
		const { result, error, postAt } = submission;
		if (result !== null || error === null) return [];
		const at = Date.parse(postAt ?? '');
		const failedAt = Date.parse(error.dateFailed ?? '');
		if ((Number.isNaN(failedAt) ? at : failedAt) < from) return [];
		// Its error says nothing of the time that is still to come.
		if (Number.isNaN(failedAt) && at > now) return [];
		const part = partOf(id, submission, index);
		const failure = Number.isNaN(failedAt) ? [] : [`${part} at ${failedAt}`];
		const isOfEarlierTime = failedAt < at - SAME_MOMENT_MS;
		const time = isOfEarlierTime ? [] : [`${part} ${Number.isNaN(at) ? '' : at}`];
		return [{ keys: [...time, ...failure], at: isOfEarlierTime ? failedAt : at }];
	});
}

const partOf = (id: string, submission: Submission, index: number): string => `${id} failed ${submission.id ?? index}`;

/** By what the parts would be known that do not fail now, and may have done so before: the service may have tried them again. */
export const earlierMarks = ({ id, submissions }: Post): Mark[] =>
	submissions.flatMap((submission, index) => {
		const at = Date.parse(submission.postAt ?? '');
		const fails = submission.result === null && submission.error !== null;
		return fails || Number.isNaN(at) ? [] : [{ keys: [`${partOf(id, submission, index)} ${at}`], at }];
	});

/**
 * Whether something in an event was not given yet, nor at the same moment as something that was.
 *
 * @param earlier what is not in the event, and may have been given
 */
export function isNews(
	marks: readonly Mark[],
	earlier: readonly Mark[],
	known: Readonly<Record<string, number>>,
): boolean {
	const isKnown = ({ keys }: Mark) => keys.some((key) => known[key] !== undefined);
	const given = [...marks, ...earlier].filter(isKnown);
	return marks
		.filter((mark) => !isKnown(mark))
		.some((mark) => !given.some(({ at }) => Math.abs(at - mark.at) <= SAME_MOMENT_MS));
}
