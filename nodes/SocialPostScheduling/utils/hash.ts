import { createHash } from 'crypto';
import { isRecord } from './json';

/** A short text that is the same for the same values, and tells nothing of them. */
export const hashOf = (value: unknown): string => hashOfText(JSON.stringify(value, sortKeys));

/** The same of a text, which may be long: no copy of it is made. */
export const hashOfText = (text: string): string =>
	createHash('sha256').update(text).digest('base64url').slice(0, HASH_CHARACTERS);

/** The fields of an object have no order: a program or a model may write the same one in any. */
const sortKeys = (_: string, value: unknown): unknown =>
	isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value;

/** 128 bits: n8n stores it for each post, and no two things of an execution have the same by chance. */
const HASH_CHARACTERS = 22;
