import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { parseTimestamp } from '../parse';

const DIGITS = /^-?\d+$/;

function toBigInt(value: unknown): bigint {
	if (typeof value === 'bigint') return value;
	if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
	if (typeof value === 'string' && DIGITS.test(value)) return BigInt(value);
	throw new GraphQLError('BigInt must be a whole number, or a text of digits.');
}

function toDate(value: unknown): Date {
	const time = typeof value === 'string' ? parseTimestamp(value) : undefined;
	if (time === undefined) throw new GraphQLError('DateTime must be an ISO 8601 timestamp with an offset.');
	return new Date(time);
}

/** Whole numbers beyond Int; answered as a JSON number. */
export const BigIntScalar = new GraphQLScalarType<bigint, number>({
	name: 'BigInt',
	parseValue: toBigInt,
	parseLiteral: (node) => toBigInt(node.kind === Kind.INT || node.kind === Kind.STRING ? node.value : undefined),
	serialize: (value) => Number(toBigInt(value)),
});

/** ISO 8601 timestamps; answered in UTC. */
export const DateTimeScalar = new GraphQLScalarType<Date, string>({
	name: 'DateTime',
	parseValue: toDate,
	parseLiteral: (node) => toDate(node.kind === Kind.STRING ? node.value : undefined),
	serialize: (value) => {
		if (value instanceof Date) return value.toISOString();
		throw new GraphQLError('DateTime can only hold a date.');
	},
});
