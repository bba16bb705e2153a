import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { inspect } from 'node:util';

const LEVELS = ['error', 'warn', 'info', 'debug'] as const;
/** How deep the objects are shown that come with a message: deeper than n8n's own log shows them. */
const DEPTH = 8;

/** Everything that n8n's logger is given, at all levels, in the tests of a file that calls this. */
export function watchLog(): { readonly text: () => string } {
	const lines: string[] = [];
	beforeEach(() => {
		lines.splice(0);
		const logger = Container.get(Logger);
		for (const level of LEVELS) {
			jest.spyOn(logger, level).mockImplementation((...given: unknown[]) => {
				lines.push(inspect(given, { depth: DEPTH, maxStringLength: null, maxArrayLength: null }));
			});
		}
	});
	return { text: () => lines.join('\n') };
}
