import type { Item } from '../execution/operation';
import { hasRetry } from '../execution/tool';

/** How a retried execution comes to the items behind one that each retry would refuse again; empty where there are none. */
export const sayHowToGoOn = ({ functions, memory }: Pick<Item, 'functions' | 'memory'>): string[] => {
	if (functions.getMode() !== 'retry' || !hasRetry(functions)) return [];
	const others = memory.openItems().filter((item) => item !== functions.getItemIndex());
	const isToDo = (item: number) => [undefined, 'inDoubt'].includes(memory.knownBefore.get(item));
	return others.some(isToDo) ? [GO_ON] : [];
};

const GO_ON =
	'To go on with the other items, set "On Error" in the node\'s settings to "Continue", and use "Retry with currently saved workflow": refused items then come out as failed ones.';
