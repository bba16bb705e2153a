import type { Failure } from '../../transport/failure';
import type { Result } from '../../utils/result';
import { type GroupedDocument, groupDocuments, withoutAliases } from './groupedDocument';
import type { GroupReply } from './groupReply';
import type { Probe } from './probe';
import { refusalsIn } from './refusals';

/** What is known of a document. */
export type Finding =
	| { readonly type: 'accepted' }
	/** The service's own words. */
	| { readonly type: 'refused'; readonly messages: readonly string[] }
	/** Why it is not known. */
	| { readonly type: 'notChecked'; readonly reason: string | Failure };

/** Sends a group of documents. */
export type Ask = (group: GroupedDocument) => Promise<Result<GroupReply, Failure>>;

const TOO_MANY =
	'the service did not say which parts of a document it does not know, and finding out would take too many requests';
const NOT_SKIPPED = 'the service carries out what it is told to leave out (@skip), so no mutation can be checked';

/**
 * Finds out which documents a service accepts. All queries are sent in one document, and all mutations in another. What its errors
 * name is known, and the rest is sent once more: a server that checks values checks them only in a document that is valid. Where they
 * name none, the group is halved.
 *
 * @param maxRequests how many are sent at most
 */
export async function findAccepted(
	probes: readonly Probe[],
	ask: Ask,
	{ isSkipped, maxRequests }: { readonly isSkipped: boolean; readonly maxRequests: number },
): Promise<Map<Probe, Finding>> {
	const findings = new Map<Probe, Finding>();
	const note = (some: readonly Probe[], finding: Finding) => some.forEach((probe) => findings.set(probe, finding));
	const isType = (wanted: Probe['type']) => (probe: Probe) => probe.type === wanted;
	const mutations = probes.filter(isType('mutation'));
	let groups = [probes.filter(isType('query')), mutations].filter((group) => group.length > 0);
	if (!isSkipped) {
		note(mutations, { type: 'notChecked', reason: NOT_SKIPPED });
		groups = groups.filter((group) => group !== mutations);
	}

	for (let sent = 0; sent < maxRequests; sent++) {
		const group = groups.shift();
		if (group === undefined) break;
		const document = groupDocuments(group, isSkipped);
		const reply = await ask(document);
		if (!reply.ok) {
			// The next one would meet the same.
			note([...group, ...groups.flat()], { type: 'notChecked', reason: reply.error });
			return findings;
		}
		if (reply.value.type === 'accepted') note(group, { type: 'accepted' });
		else if (reply.value.type === 'executed') {
			const all = [group, ...groups].flat();
			note(all, { type: 'notChecked', reason: NOT_SKIPPED });
			return findings;
		} else {
			const { errors } = reply.value;
			const refusals = refusalsIn(errors, document, group);
			const messages = errors.map(({ message }) => message);
			if (group.length === 1) refusals.set(0, messages);
			for (const [place, words] of refusals) {
				note(group.slice(place, place + 1), {
					type: 'refused',
					messages: words.map((it) => withoutAliases(it, group)),
				});
			}
			const rest = group.filter((_, place) => !refusals.has(place));
			groups.push(...(refusals.size > 0 ? [rest] : halvesOf(rest)).filter((some) => some.length > 0));
		}
	}
	note(groups.flat(), { type: 'notChecked', reason: TOO_MANY });
	return findings;
}

function halvesOf(group: readonly Probe[]): Probe[][] {
	const middle = Math.ceil(group.length / 2);
	return [group.slice(0, middle), group.slice(middle)];
}
