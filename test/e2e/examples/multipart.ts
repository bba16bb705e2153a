/** Posts forms with files, as a program that is no browser does. */
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type FormData from 'form-data';

export interface Answer {
	status: number;
	body: string;
}

/** Sends a form as `multipart/form-data` and reads the answer. */
export async function postForm(
	url: string,
	form: FormData,
	headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
	const answer = await new Promise<IncomingMessage>((resolve, reject) => {
		const outgoing = request(url, { method: 'POST', headers: { ...form.getHeaders(), ...headers } });
		outgoing.on('response', resolve);
		outgoing.on('error', reject);
		form.on('error', reject);
		form.pipe(outgoing);
	});
	return { status: answer.statusCode ?? 0, body: await text(answer) };
}
