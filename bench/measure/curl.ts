import { outputOf } from '../../scripts/lib/child';
import { PlainFailure } from '../../scripts/lib/lifetime';

/** Ends the program where curl is missing. */
export async function curlVersion(): Promise<string> {
	try {
		return (await outputOf('curl', ['--version'], { cwd: '.' })).split(' ', 2).join(' ');
	} catch {
		throw new PlainFailure('The benchmark compares with curl, which is not installed.');
	}
}

/** Sends a file with `curl -T` and the headers of an upload. It does not wait for leave to send (`Expect:`). */
export async function curlPut(file: string, url: string): Promise<void> {
	const headers = ['Content-Type: video/mp4', 'If-None-Match: *', 'Expect:'].flatMap((header) => ['-H', header]);
	await outputOf('curl', ['--silent', '--show-error', '--fail', ...headers, '-T', file, url], { cwd: '.' });
}
