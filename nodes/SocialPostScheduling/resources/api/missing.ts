import { unknownPlaceIn } from '../../transport/graphqlErrors';

/** What a service says that it does not know. */
export interface Missing {
	/** As GraphQL writes places of a schema: `Type`, `Type.field`, `Type.field(argument:)`; without a type where the service names none. */
	readonly name: string;
	/** Set where it is a field of an output type. */
	readonly field?: string;
	/** Whether nothing can be asked for without it: the type of a variable. */
	readonly isType?: true;
}

const Q = '["\'`]';
const NAME = `${Q}(\\w+)${Q}`;
const TYPE = `${Q}(\\w+)!?${Q}`;

/** How well-known GraphQL servers say it of anything but a field of an output type. */
const INPUT_FIELD = [`field ${NAME} is not defined by type ${TYPE}`].map(expression);
const LONE_INPUT_FIELD = [`in field ${NAME}: unknown field`].map(expression);
const ARGUMENT_ON_FIELD = [
	`unknown argument ${NAME} on field ${Q}((?:\\w+\\.)?\\w+)${Q}(?: (?:of|on) type ${TYPE})?`,
	`argument ${NAME} is not defined (?:on|in) field ${NAME}`,
].map(expression);
const LONE_ARGUMENT = [`unknown field argument ${NAME}`, `argument ${NAME} does(?: not|n't) exist`].map(expression);
const ARGUMENT_NOT_ACCEPTED = [`field ${NAME} doesn't accept argument ${NAME}`].map(expression);
const UNKNOWN_TYPE = [`unknown type ${TYPE}`, `\\b(\\w+) isn't a defined input type`].map(expression);

/** What a message says that the service does not know, or undefined where it says something else. */
export function missingIn(message: string): Missing | undefined {
	const place = unknownPlaceIn(message);
	if (place !== undefined) {
		const { field, type } = place;
		return { name: type === undefined ? field : `${type}.${field}`, field };
	}
	const [inputField, inputType] = find(INPUT_FIELD, message);
	if (inputField !== undefined) return { name: `${inputType}.${inputField}` };
	const [argument, of, ofType] = find(ARGUMENT_ON_FIELD, message);
	if (argument !== undefined) return { name: `${ofType === undefined ? '' : `${ofType}.`}${of}(${argument}:)` };
	const [accepting, refused] = find(ARGUMENT_NOT_ACCEPTED, message);
	if (accepting !== undefined) return { name: `${accepting}(${refused}:)` };
	const [lone] = find([...LONE_INPUT_FIELD, ...LONE_ARGUMENT], message);
	if (lone !== undefined) return { name: lone };
	const [unknownType] = find(UNKNOWN_TYPE, message);
	return unknownType === undefined ? undefined : { name: unknownType, isType: true };
}

function expression(source: string): RegExp {
	return new RegExp(source, 'i');
}

/** The groups of the first expression that fits. */
function find(expressions: readonly RegExp[], message: string): ReadonlyArray<string | undefined> {
	for (const each of expressions) {
		const match = each.exec(message);
		if (match !== null) return match.slice(1);
	}
	return [];
}
