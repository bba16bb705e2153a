import { isRecord } from '../utils/json';

/** A resource locator. Where an expression stands for all of it, or a program wrote the node, a value may stand alone: an ID. */
export const locatorIn = (written: unknown): { mode: unknown; value: unknown } =>
	isRecord(written) && 'mode' in written
		? { mode: written.mode, value: written.value }
		: { mode: 'id', value: written };
