import { createHash } from 'crypto';
import { isRecord } from './json';

/** A short text that is the same for the same values, and tells nothing of them. */
export function hashOf(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value, sortKeys)).digest('base64url').slice(0, HASH_CHARACTERS);
}

/** The fields of an object have no order: a program or a model may write the same one in any. */
const sortKeys = (_: string, value: unknown): unknown =>
	isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value;

/** 128 bits: n8n stores it for each post, and no two things of an execution have the same by chance. */
const HASH_CHARACTERS = 22;
