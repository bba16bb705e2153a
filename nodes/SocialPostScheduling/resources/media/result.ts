import type { ItemResult } from '../../execution/itemResult';
import type { Failure } from '../../transport/failure';
import { REQUEST_OF_STEP, type UploadResult } from '../../upload/uploader';

/** The media, or why there is none with all that is needed to go on: never the signed address. */
export function toItem(result: UploadResult): ItemResult {
	if (result.ok) return { ok: true, output: [{ ...result.value }] };
	const { failure, state } = result;
	const request = REQUEST_OF_STEP[state.step];
	if (state.step === 'start') return { ok: false, failure, request, details: { step: state.step } };
	const { uploadToken, expiresAt } = state.session;
	const until = expiresAt === '' ? '' : `, valid until ${expiresAt}`;
	return {
		ok: false,
		failure,
		request,
		hints:
			state.step === 'complete' && failure.kind !== 'sessionExpired' && !refusesToken(failure)
				? [`The file was sent. "Complete Upload" can go on with the upload token ${uploadToken}${until}.`]
				: [],
		details: { step: state.step, uploadToken, ...(expiresAt !== '' && { expiresAt }) },
	};
}

/** Whether the service does not take the token: then it is of no use to go on with it. */
const refusesToken = (failure: Failure): boolean =>
	failure.kind === 'refused' && failure.errors.some(({ field }) => /\bupload_?token$/i.test(field ?? ''));
