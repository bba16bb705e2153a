import type { Performed } from '../../run/operation';
import { CALL_OF_STEP, type UploadResult } from '../../upload/conductor';

/** The media, or why there is none with all that is needed to go on: never the signed address. */
export function toItem(result: UploadResult): Performed {
	if (result.ok) return { ok: true, json: { ...result.media } };
	const { cause, state } = result;
	const call = CALL_OF_STEP[state.step];
	if (state.step === 'start') return { ok: false, cause, call, details: { step: state.step } };
	const { uploadToken, expiresAt } = state.session;
	const until = expiresAt === '' ? '' : `, valid until ${expiresAt}`;
	return {
		ok: false,
		cause,
		call,
		more:
			state.step === 'complete' && cause.kind !== 'sessionExpired'
				? [`The file was sent. "Complete Upload" can go on with the upload token ${uploadToken}${until}.`]
				: [],
		details: { step: state.step, uploadToken, ...(expiresAt !== '' && { expiresAt }) },
	};
}
