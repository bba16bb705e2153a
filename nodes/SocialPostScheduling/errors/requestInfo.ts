/** The words of a request for an error. Each operation states those of its own requests. */
export interface RequestInfo {
	/** What the request is called in `details.call` of an error: the field of its document, or `put` for the file. */
	readonly name: string;
	/** What did not happen, as the start of a message: `The profile was not read`. */
	readonly failed: string;
	/** Where a lost response leaves doubt: what may have happened, and what to check before the request is sent again. */
	readonly doubt?: { readonly uncertain: string; readonly advice: string };
	/** The fields of its input as the panel calls them. */
	readonly fields?: Readonly<Record<string, string>>;
	/** Set where the request goes to the signed address of an upload: then neither key nor base URL are concerned. */
	readonly toStorage?: true;
}
