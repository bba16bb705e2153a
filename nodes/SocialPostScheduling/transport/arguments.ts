/** How the arguments of a field stand in a document, without the brackets around them. */
interface DocumentArguments {
	/** The declarations of the variables: `$page: Int, $limit: Int`. */
	readonly declared: string;
	/** The arguments with their values: `page: $page, limit: $limit`. */
	readonly given: string;
}

/** GraphQL types by the names of arguments; the variable of each has its name. */
type ArgumentTypes = Readonly<Record<string, string>>;

/**
 * The arguments of a field. Only what is used may stand in a document, because not every version of the service knows all of it.
 *
 * @param types of the arguments that are always used
 * @param optional types of those that may be used, in any number
 * @param used the names of those that are, in their order in the document; other names make no difference
 * @param literals values of enums: they are written as they are, because the names of their types are not known for sure
 */
export function writeArguments(
	types: ArgumentTypes,
	optional: ArgumentTypes,
	used: readonly string[],
	literals: Readonly<Record<string, string>> = {},
): DocumentArguments {
	const variables = Object.entries({
		...types,
		...Object.fromEntries(used.filter((name) => name in optional).map((name) => [name, optional[name]])),
	});
	return {
		declared: variables.map(([name, type]) => `$${name}: ${type}`).join(', '),
		given: [
			...variables.map(([name]) => `${name}: $${name}`),
			...Object.entries(literals).map(([name, value]) => `${name}: ${value}`),
		].join(', '),
	};
}
