import type { ItemResult } from '../../execution/itemResult';
import { explain } from '../../errors/errorMessages';
import { type Failure, mayHaveSucceeded } from '../../transport/failure';
import { refusesToken } from '../../upload/complete';
import { FIND_MEDIA } from '../../upload/existing';
import { SEND_FILE } from '../../upload/put';
import type { UploadState } from '../../upload/stateMachine';
import { REQUEST_OF_STEP, type UploadResult } from '../../upload/uploader';

/** Why an upload ends with a search that failed. */
const NOT_FOUND_OUT =
	'With "If File Exists" set to "Use Existing", an upload starts only if a search shows that the library does not have the file.';

/** The file was uploaded although the library may have had it. */
function warningOf(failure: Failure): string {
	const { message, description } = explain(failure, FIND_MEDIA);
	return `"Use Existing" had no effect, and the file was uploaded. ${message}. ${description}`;
}

const MAY_BE_TWICE =
	'The content library may have the file twice: the service did not say whether it was there, the upload session ended, and the file was uploaded again.';

const MAY_BE_THERE =
	'The content library may have the file already: the service did not say whether an earlier upload session put it there. Look there first.';

/** Whether the library may have the file, beside what the failure itself says. */
const mayBeThere = ({ step, doubt, mayBeTwice }: UploadState): boolean =>
	mayBeTwice === true || (doubt !== undefined && step !== 'complete');

/** The media, or why there is none with all that is needed to go on: never the signed address. */
export function toItem(result: UploadResult): ItemResult {
	if (result.ok) {
		const { value, existing, notFoundOut, mayBeTwice, warnings } = result;
		return {
			ok: true,
			output: [{ ...value, ...(existing && { existing }) }],
			warnings: [
				...(notFoundOut === undefined ? [] : [warningOf(notFoundOut)]),
				...(mayBeTwice ? [MAY_BE_TWICE] : []),
				...warnings,
			],
		};
	}
	const { failure, state } = result;
	const before = mayBeThere(state) ? [MAY_BE_THERE] : [];
	// An address that no file may be sent to comes with a start that has succeeded, and is counted.
	const request = failure.kind === 'unsafeUploadUrl' ? SEND_FILE : REQUEST_OF_STEP[state.step];
	if (!('session' in state)) {
		const { step } = state;
		return {
			ok: false,
			failure,
			request,
			warnings: before,
			...(step === 'find' && { hints: [NOT_FOUND_OUT] }),
			details: { step },
		};
	}
	const { uploadToken, expiresAt, warnings } = state.session;
	const unfinished = { uploadToken, ...(expiresAt !== '' && { expiresAt }) };
	const until = expiresAt === '' ? '' : `, valid until ${expiresAt}`;
	const wasTried = failure.kind === 'canceled' && state.attempts > 0;
	const mayBeSent = state.step === 'complete' || wasTried || mayHaveSucceeded(failure);
	const canGoOn = mayBeSent && failure.kind !== 'sessionExpired' && !refusesToken(failure);
	return {
		ok: false,
		failure,
		request,
		...(canGoOn && {
			hints: [`"Complete Upload" can go on with the upload token ${uploadToken}${until}.`],
			unfinished,
		}),
		warnings: [...before, ...(warnings ?? [])],
		details: { step: state.step, ...unfinished },
	};
}
