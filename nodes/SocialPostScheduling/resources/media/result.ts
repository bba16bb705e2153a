import type { ItemResult } from '../../execution/itemResult';
import { mayHaveSucceeded } from '../../transport/failure';
import { refusesToken } from '../../upload/complete';
import { REQUEST_OF_STEP, type UploadResult } from '../../upload/uploader';

/** The media, or why there is none with all that is needed to go on: never the signed address. */
export function toItem(result: UploadResult): ItemResult {
	if (result.ok) return { ok: true, output: [{ ...result.value }] };
	const { failure, state } = result;
	const request = REQUEST_OF_STEP[state.step];
	if (state.step === 'start') return { ok: false, failure, request, details: { step: state.step } };
	const { uploadToken, expiresAt } = state.session;
	const until = expiresAt === '' ? '' : `, valid until ${expiresAt}`;
	const mayBeSent = state.step === 'complete' || mayHaveSucceeded(failure);
	const canGoOn = mayBeSent && failure.kind !== 'sessionExpired' && !refusesToken(failure);
	return {
		ok: false,
		failure,
		request,
		hints: canGoOn ? [`"Complete Upload" can go on with the upload token ${uploadToken}${until}.`] : [],
		details: { step: state.step, uploadToken, ...(expiresAt !== '' && { expiresAt }) },
	};
}
