/** Services may keep times without fractions of a second: nobody means two times by that. Milliseconds. */
export const SAME_TIME_MS = 1_000;

/** Whether two times in ISO 8601 are the same one; undefined where one of them cannot be read. */
export function isSameTime(one: string | null | undefined, other: string): boolean | undefined {
	const apartMs = Math.abs(Date.parse(one ?? '') - Date.parse(other));
	return Number.isNaN(apartMs) ? undefined : apartMs < SAME_TIME_MS;
}
