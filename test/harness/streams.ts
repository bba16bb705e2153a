import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { Readable } from 'node:stream';

/** The streams of stored files that were opened since the last look, to see that each one was closed again. */
export interface OpenedStreams {
	readonly count: () => number;
	readonly leftOpen: () => number;
}

/** Watches n8n's own way of opening stored files, in the tests of a file that calls this. */
export function watchStreams(): OpenedStreams {
	const opened: Readable[] = [];
	let watch: jest.SpyInstance | undefined;
	beforeEach(() => {
		opened.splice(0);
		const service = Container.get(BinaryDataService);
		const open = service.getAsStream.bind(service);
		watch = jest.spyOn(service, 'getAsStream').mockImplementation(async (...which) => {
			const stream = await open(...which);
			opened.push(stream);
			return stream;
		});
	});
	afterEach(() => watch?.mockRestore());
	return { count: () => opened.length, leftOpen: () => opened.filter(({ destroyed }) => !destroyed).length };
}
