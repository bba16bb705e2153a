/** What was being done when something came in the way, by the name of the request. */
export type Call =
	| 'profile'
	| 'uploadMediaFromUrl'
	| 'startMediaUpload'
	| 'put'
	| 'completeMediaUpload'
	| 'scheduleTweet';

/** The words of a request for an error. */
export interface RequestWords {
	/** What did not happen. */
	readonly failed: string;
	/** Where a lost response leaves doubt: what may have happened, and what to check before the request is sent again. */
	readonly doubt?: { readonly uncertain: string; readonly advice: string };
	/** The fields of its input as the panel calls them. */
	readonly fields?: Readonly<Record<string, string>>;
}

const MEDIA_FIELDS = { url: 'URL', name: 'Name', mediaLabelIds: 'Media Label IDs', uploadToken: 'Upload Token' };

export const REQUESTS: Readonly<Record<Call, RequestWords>> = {
	profile: { failed: 'The profile was not read' },
	uploadMediaFromUrl: {
		failed: 'The file was not uploaded from its URL',
		doubt: {
			uncertain: 'The file may have been uploaded from its URL',
			advice:
				'Check the content library before you run this again: each try counts as an upload and may add the file twice.',
		},
		fields: MEDIA_FIELDS,
	},
	startMediaUpload: {
		failed: 'The upload was not started',
		doubt: {
			uncertain: 'The upload may have been started',
			advice: 'No file was sent. The upload may have been counted, and another try counts as another upload.',
		},
		fields: { size: 'The size of the file', mimeType: 'MIME Type' },
	},
	put: { failed: 'The file was not sent' },
	completeMediaUpload: { failed: 'The upload was not completed', fields: MEDIA_FIELDS },
	scheduleTweet: {
		failed: 'The thread was not scheduled',
		doubt: {
			uncertain: 'The thread may have been scheduled',
			advice:
				'Check the scheduled posts in the service before you run this again: sending it again could post it twice.',
		},
		fields: { username: 'Account', postAt: 'Post At', thread: 'Thread' },
	},
};
