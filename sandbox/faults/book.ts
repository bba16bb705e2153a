import type { CallKind } from '../calls';
import { parseRule } from './rules';
import type { Fault, FaultRule } from './rules';

interface RuleInForce {
	readonly rule: FaultRule;
	/** Calls of the rule's kind since it was set. */
	seen: number;
	/** How often it has struck. */
	struck: number;
}

/** A rule with what has become of it. */
export interface RuleReport extends FaultRule {
	readonly seen: number;
	readonly struck: number;
}

/** The fault rules in force. At most one strikes a call: the first one set that applies to it. */
export class FaultBook {
	private inForce: RuleInForce[] = [];

	/** Puts a rule in force; it counts calls from now on. @throws BadInput for a rule that makes no sense */
	add(rule: unknown): void {
		this.inForce.push({ rule: parseRule(rule), seen: 0, struck: 0 });
	}

	/** Takes all rules out of force. */
	clear(): void {
		this.inForce = [];
	}

	/** Counts a call of this kind and tells which fault strikes it, if any. */
	strike(kind: CallKind): Fault | undefined {
		let fault: Fault | undefined;
		for (const entry of this.inForce) {
			if (entry.rule.on !== kind) continue;
			entry.seen += 1;
			if (fault !== undefined || !applies(entry)) continue;
			entry.struck += 1;
			fault = entry.rule.fault;
		}
		return fault;
	}

	/** The rules in force, in the order in which they were set. */
	report(): RuleReport[] {
		return this.inForce.map(({ rule, seen, struck }) => ({ ...rule, seen, struck }));
	}
}

function applies({ rule, seen }: RuleInForce): boolean {
	const first = rule.nth ?? 1;
	const times = rule.times ?? 1;
	return seen >= first && (times === 'always' || seen < first + times);
}
