import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import { createSchema, createYoga } from 'graphql-yoga';
import { FAVICON_PATH } from '../page/favicon';
import { resolvers } from './resolvers';
import type { CallContext } from './resolvers';

/** Path of the API under the base URL (specification, section 4). */
export const API_PATH = '/gql';

/** The schema as the text that stands in schema.graphql. */
export const SCHEMA_TEXT = readFileSync(join(__dirname, '..', 'schema.graphql'), 'utf8');

const EXPLORER_QUERY = `# The API of the sandbox. You are logged in as the account with the paid plan.
# Press the triangle, or Ctrl-Enter, to run the query at the cursor.

query Profile {
  profile {
    id
    username
    email
    registeredAt
  }
}

query Library {
  media {
    total
    objects {
      id
      name
      mimeType
      size
      url
    }
  }
}
`;

/** The executor of API calls, and the explorer: both from files on this machine only. */
export function createApi() {
	return createYoga<CallContext>({
		schema: createSchema<CallContext>({ typeDefs: SCHEMA_TEXT, resolvers }),
		graphqlEndpoint: API_PATH,
		logging: 'error',
		landingPage: false,
		multipart: false,
		batching: false,
		cors: false,
		renderGraphiQL: (options) => renderGraphiQL(options),
		graphiql: {
			title: 'API explorer',
			favicon: FAVICON_PATH,
			defaultQuery: EXPLORER_QUERY,
			credentials: 'same-origin',
		},
	});
}

/** What {@link createApi} gives. */
export type Api = ReturnType<typeof createApi>;
