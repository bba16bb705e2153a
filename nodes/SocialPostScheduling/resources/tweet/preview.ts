import { isRetry } from '../../execution/isRetry';
import type { Item } from '../../execution/operation';
import type { RequestInfo } from '../../transport/request';
import { field } from '../../utils/json';
import type { InvalidInput } from '../../utils/result';
import { options, previewOnly } from './fields';

/** An option that was left on by mistake must not look like success. */
export const IS_PREVIEW =
	'This is a preview: nothing was scheduled. The other nodes run as after a success: one that marks rows as posted, after this node or before it, marks these. To schedule the post, turn off "Preview Only" in the options, and publish the workflow again if it is published.';

/**
 * Why a retry shows no preview where its node was to post before: a retry that succeeds is the last that n8n offers. What has failed would not
 * be posted any more, and a new execution would do again what is done. An expression that tells the items apart is no such option.
 */
export function refusePreview({ functions, scope }: Item, { name }: RequestInfo): InvalidInput | undefined {
	const node = functions.getNode();
	const isOnForAll = field(node.parameters[options.name], previewOnly.name) === true;
	if (!isOnForAll || !isRetry(functions) || !scope.idempotency.operations.hasBegunIn(name, node.name)) return undefined;
	return {
		field: previewOnly.displayName,
		problem: 'is on in a retry: nothing would be posted, and n8n offers no further "Retry" after a success',
		advice: 'Turn it off, and save.',
		isOfNode: true,
	};
}
