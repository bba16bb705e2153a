/** Figures as they stand in the table. */
import { median, spread } from '../measure/stats';
import { MIB } from '../../scripts/lib/video';

const MS_PER_SECOND = 1000;

/** From here on, times are told in seconds, in milliseconds. */
const SECONDS_FROM_MS = 2000;

export const mib = (bytes: number): string => `${Math.round(bytes / MIB)} MiB`;
export const times = (ratio: number): string => ratio.toFixed(2);
export const mibPerSecond = (bytesPerMs: number): number => (bytesPerMs * MS_PER_SECOND) / MIB;

export function duration(ms: number): string {
	return ms < SECONDS_FROM_MS ? `${Math.round(ms)} ms` : `${(ms / MS_PER_SECOND).toFixed(1)} s`;
}

/** The median with the spread behind it: "12 MiB (10 to 15)". */
export function withSpread(values: readonly number[], written: (value: number) => string): string {
	const middle = written(median(values));
	const unit = / \D+$/.exec(middle)?.[0] ?? '';
	const bare = (value: number): string => {
		const text = written(value);
		return text.endsWith(unit) ? text.slice(0, text.length - unit.length) : text;
	};
	return values.length < 2 ? middle : `${middle} (${spread(values, bare)})`;
}
