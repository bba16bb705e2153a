/** What is remembered of a success: small, because n8n stores it with the execution. */
export type StoredResult = Readonly<Record<string, string | undefined>>;
