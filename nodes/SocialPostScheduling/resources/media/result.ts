import type { ItemResult } from '../../execution/itemResult';
import { mayHaveSucceeded } from '../../transport/failure';
import { refusesToken } from '../../upload/complete';
import { SEND_FILE } from '../../upload/put';
import { REQUEST_OF_STEP, type UploadResult } from '../../upload/uploader';

/** The media, or why there is none with all that is needed to go on: never the signed address. */
export function toItem(result: UploadResult): ItemResult {
	if (result.ok) return { ok: true, output: [{ ...result.value }] };
	const { failure, state } = result;
	// An address that no file may be sent to comes with a start that has succeeded, and is counted.
	const request = failure.kind === 'unsafeUploadUrl' ? SEND_FILE : REQUEST_OF_STEP[state.step];
	if (state.step === 'start') return { ok: false, failure, request, details: { step: state.step } };
	const { uploadToken, expiresAt } = state.session;
	const unfinished = { uploadToken, ...(expiresAt !== '' && { expiresAt }) };
	const until = expiresAt === '' ? '' : `, valid until ${expiresAt}`;
	const mayBeSent = state.step === 'complete' || mayHaveSucceeded(failure);
	const canGoOn = mayBeSent && failure.kind !== 'sessionExpired' && !refusesToken(failure);
	return {
		ok: false,
		failure,
		request,
		...(canGoOn && {
			hints: [`"Complete Upload" can go on with the upload token ${uploadToken}${until}.`],
			unfinished,
		}),
		details: { step: state.step, ...unfinished },
	};
}
