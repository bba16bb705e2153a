/** The memory of another process, as the operating system counts it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { PlainFailure } from '../../scripts/lib/failure';

const BYTES_PER_KIB = 1024;
/** Written to `clear_refs`, this makes the highest resident size start again from the present one (Linux, proc(5)). */
const RESET_PEAK = '5';
/** Milliseconds without a request before the memory counts as that of an idle process. */
const IDLE_MS = 1500;

/** Ends the program where memory cannot be read. */
export function requireMemoryReading(): void {
	if (existsSync('/proc/self/clear_refs')) return;
	throw new PlainFailure('The benchmark reads the memory of n8n from /proc, so it runs on Linux only.');
}

function statusOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
	const kib = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
	if (kib === undefined) throw new Error(`/proc/${pid}/status has no ${field}.`);
	return Number(kib) * BYTES_PER_KIB;
}

/** Bytes that the process has in memory now. */
function residentBytes(pid: number): number {
	return statusOf(pid, 'VmRSS');
}

/** The most that the process has had in memory since the last reset, in bytes. */
function peakBytes(pid: number): number {
	return statusOf(pid, 'VmHWM');
}

/** Lets the peak start again from what is in memory now. */
function resetPeak(pid: number): void {
	writeFileSync(`/proc/${pid}/clear_refs`, RESET_PEAK);
}

/** What the process has in memory when it has had nothing to do for a while. The peak starts again from there. */
async function idleBytes(pid: number): Promise<number> {
	await sleep(IDLE_MS);
	resetPeak(pid);
	return residentBytes(pid);
}

/** Does something, and tells the most that a process takes meanwhile above what it had when it was idle just before, in bytes. */
export async function aboveIdle<T>(pid: number, act: () => Promise<T>): Promise<{ value: T; bytes: number }> {
	const idle = await idleBytes(pid);
	const value = await act();
	return { value, bytes: peakBytes(pid) - idle };
}
