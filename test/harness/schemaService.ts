/** A service made of a schema alone, to see what becomes of a client where the service has less, or other habits, than the sandbox. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { buildSchema, type ExecutionResult, graphql, type GraphQLSchema, parse, print, visit } from 'graphql';

/** What goes back for a request. */
export interface Answer {
	readonly status: number;
	readonly body: unknown;
}

/** Makes what goes back of what GraphQL gives; the number counts the requests, from 1. */
export type Habit = (result: ExecutionResult, request: { query: string; number: number }) => Answer;

export interface SchemaService {
	readonly baseUrl: string;
	/** The documents that came, in their order. */
	readonly documents: string[];
	/** The fields at the top that were carried out. */
	readonly executed: string[];
	/** Begins anew. */
	readonly become: (schema: GraphQLSchema, habit?: Habit, rewrite?: (query: string) => string) => void;
	readonly close: () => void;
}

/** As most servers do it: 200 for all that is JSON. */
export const usual: Habit = (result) => ({ status: 200, body: result });

export async function startSchemaService(): Promise<SchemaService> {
	let [schema, habit, rewrite] = [buildSchema('type Query { a: Int }'), usual, (query: string) => query];
	const documents: string[] = [];
	const executed: string[] = [];
	const note = (field: string, value: unknown) => () => {
		executed.push(field);
		return value;
	};
	const server: Server = express()
		.use(express.json())
		.post('/gql', (request, response) => {
			const { query, variables, operationName } = request.body as Record<'query' | 'operationName', string> & {
				variables: Record<string, unknown>;
			};
			documents.push(query);
			const names = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
				Object.keys(type?.getFields() ?? {}),
			);
			const rootValue = {
				...Object.fromEntries(names.map((name) => [name, note(name, null)])),
				profile: note('profile', { id: '1', username: 'paula', registeredAt: '2030-01-01T00:00:00Z' }),
			};
			const asked = { schema, source: rewrite(query), rootValue, variableValues: variables, operationName };
			void graphql(asked).then((result) => {
				const { status, body } = habit(result, { query, number: documents.length });
				response.status(status).send(body);
			});
		})
		.listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		documents,
		executed,
		become: (...[newSchema, newHabit = usual, newRewrite = (query: string) => query]) => {
			[schema, habit, rewrite] = [newSchema, newHabit, newRewrite];
			documents.splice(0);
			executed.splice(0);
		},
		close: () => server.close(),
	};
}

/** A schema without some of its places, as GraphQL writes them: `Type`, `Type.field` or `Type.field(argument:)`. */
export function schemaWithout(sdl: string, ...places: readonly string[]): GraphQLSchema {
	const isGone = (...names: readonly (string | undefined)[]) => places.includes(names.join('.'));
	let type = '';
	let field = '';
	const enterType = (node: { name: { value: string } }) => {
		type = node.name.value;
		return isGone(type) ? null : undefined;
	};
	const ast = visit(parse(sdl), {
		ObjectTypeDefinition: { enter: enterType },
		InputObjectTypeDefinition: { enter: enterType },
		ScalarTypeDefinition: { enter: enterType },
		FieldDefinition: {
			enter(node) {
				field = node.name.value;
				return isGone(type, field) ? null : undefined;
			},
		},
		InputValueDefinition: {
			enter: ({ name: { value } }) => (isGone(type, value) || isGone(type, `${field}(${value}:)`) ? null : undefined),
		},
	});
	return buildSchema(print(ast));
}
