/** A chat model that follows a script, with the API of a well-known one: it calls each tool that it is told to, one turn each, and then stops. */
import express from 'express';
import { asList, asObject, asText, type JsonObject } from '../../../../scripts/lib/json';
import { serve } from '../../../../scripts/lib/serve';

export interface ScriptedModel {
	/** Base URL, as the credential of n8n's chat model has it. */
	readonly url: string;
	/** What the tools have given to the model so far, as it got it. */
	readonly heard: string[];
	/** The tools as they were described to the model last: name, description, and the JSON Schema of the arguments. */
	readonly tools: JsonObject[];
	/** The turns of the next conversation: in each, the arguments of one or more calls of the one tool that there is. */
	play(turns: JsonObject[][]): void;
	close(): Promise<void>;
}

export async function startModel(): Promise<ScriptedModel> {
	const heard: string[] = [];
	const tools: JsonObject[] = [];
	let turns: JsonObject[][] = [];
	let calls = 0;
	const app = express().use(express.json({ limit: '10mb' }));
	app.post('/v1/chat/completions', (request, response) => {
		const body = asObject(request.body);
		const messages = asList(body.messages).map(asObject);
		heard.splice(
			0,
			heard.length,
			...messages.filter(({ role }) => role === 'tool').map(({ content }) => asText(content)),
		);
		tools.splice(0, tools.length, ...asList(body.tools).map((tool) => asObject(asObject(tool).function)));
		const turn = turns.shift() ?? [];
		const toolCalls = turn.map((args) => ({
			id: `call_${++calls}`,
			type: 'function',
			function: { name: tools[0]?.name, arguments: JSON.stringify(args) },
		}));
		const message =
			toolCalls.length > 0
				? { role: 'assistant', content: null, tool_calls: toolCalls }
				: { role: 'assistant', content: 'That is all.' };
		const finish_reason = toolCalls.length > 0 ? 'tool_calls' : 'stop';
		const completion = { id: 'completion', created: 0, model: 'scripted' };
		if (body.stream !== true) {
			const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
			response.json({
				...completion,
				object: 'chat.completion',
				choices: [{ index: 0, message, finish_reason }],
				usage,
			});
			return;
		}
		const delta = { ...message, tool_calls: toolCalls.map((call, index) => ({ index, ...call })) };
		const chunk = { ...completion, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] };
		response.type('text/event-stream').end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
	});
	const { origin, close } = await serve(app);
	return {
		url: `${origin}/v1`,
		heard,
		tools,
		play: (script) => {
			turns = [...script];
			heard.splice(0);
		},
		close,
	};
}
