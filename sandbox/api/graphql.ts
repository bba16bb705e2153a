import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import { createSchema, createYoga } from 'graphql-yoga';
import type { Plugin } from 'graphql-yoga';
import { FAVICON, FAVICON_PATH } from '../page/favicon';
import { parseDocument } from './document';
import { resolvers } from './resolvers';
import type { CallContext } from './resolvers';

/** Path of the API under the base URL (specification, section 4). */
export const API_PATH = '/gql';

/** The schema as the text that stands in schema.graphql. */
export const SCHEMA_TEXT = readFileSync(join(__dirname, '..', 'schema.graphql'), 'utf8');

/** What the explorer opens with: a query, and the mutation that most people come for. */
const EXPLORER_TEXT = `# You are logged in as the account with the paid plan.
# Put the cursor into an operation and press the triangle (or Ctrl-Enter) to run it.

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
    }
  }
}

mutation Schedule {
  scheduleTweet(
    input: {
      username: "spring_studio"
      postAt: "2035-06-01T10:00:00Z"
      thread: [
        { order: 0, text: "Hello" }
        { order: 1, text: "And one more" }
      ]
    }
  ) {
    success
    errors {
      field
      code
      message
    }
    post {
      id
    }
  }
}
`;

/** The explorer's own option for its first text, which the executor's type of options does not know. */
const EXPLORER_START = { query: EXPLORER_TEXT };

/** Keeps the explorer within the window: it has scroll bars of its own. */
const EXPLORER_STYLE = '<style>html, body, #root { height: 100%; margin: 0; overflow: hidden; }</style>';

const PARSING: Plugin = { onParse: ({ setParseFn }) => setParseFn(parseDocument) };

/** The executor of API calls, and the explorer: both from files on this machine only. */
export function createApi() {
	return createYoga<CallContext>({
		schema: createSchema<CallContext>({ typeDefs: SCHEMA_TEXT, resolvers }),
		plugins: [PARSING],
		graphqlEndpoint: API_PATH,
		logging: 'error',
		landingPage: false,
		multipart: false,
		batching: false,
		cors: false,
		renderGraphiQL: (options) =>
			renderGraphiQL({ ...options, ...EXPLORER_START }).replace('</head>', `${EXPLORER_STYLE}</head>`),
		graphiql: {
			title: 'API explorer',
			favicon: FAVICON_PATH,
			logo: FAVICON.replace('<svg ', '<svg width="28" height="28" '),
			credentials: 'same-origin',
		},
	});
}

/** What {@link createApi} gives. */
export type Api = ReturnType<typeof createApi>;
