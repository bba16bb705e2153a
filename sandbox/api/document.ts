import { GraphQLError, parse } from 'graphql';
import type { DocumentNode } from 'graphql';

/** Longest document, in words and signs of GraphQL: the time to check one grows with the square of its length. */
const MAX_TOKENS = 5000;

/** Parses a document. @throws GraphQLError for what is none, and for what is too long or too deep to be checked */
export function parseDocument(text: string): DocumentNode {
	try {
		return parse(text, { maxTokens: MAX_TOKENS });
	} catch (cause) {
		if (cause instanceof RangeError) throw new GraphQLError('The document is nested too deeply.');
		throw cause;
	}
}
