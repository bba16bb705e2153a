import { Router, json } from 'express';
import type { NextFunction, Request, Response } from 'express';
import { isOwnPage } from '../api/auth';
import { CALL_KINDS, ORIGINS } from '../calls';
import { parseRule } from '../faults/parse';
import {
	BadInput,
	checkDepth,
	errorText,
	isFields,
	readBoolean,
	readFields,
	readInteger,
	readOneOf,
	readTime,
} from '../parse';
import { TIMEOUT_ANSWERS } from '../settings';
import type { Settings } from '../settings';
import { ACCOUNT_NAMES } from '../store/accounts';
import type { SandboxControl } from './control';

const PLANS = ['free', 'paid'] as const;
const BUDGETS = ['general', 'uploads'] as const;
/** Largest limit that an account can be given: more calls than a sandbox remembers with ease. */
const LARGEST_LIMIT = 1_000_000;
const LONGEST_MS = 1000 * 60 * 60 * 24 * 365 * 10;
const NUMBER_SETTINGS = ['serviceTimeMs', 'completionMsPerMib', 'completionLimitMs', 'putBytesPerSecond'] as const;

/** A control: takes the JSON body of the request, gives what is answered. */
type Command = (control: SandboxControl, body: unknown) => unknown;

const readAccount = (value: unknown) => readOneOf(value ?? 'paid', 'account', ACCOUNT_NAMES);

const CLOCK_MOVES = ['set', 'advanceMs', 'skewMs', 'frozen'] as const;

function moveClock({ clock }: SandboxControl, body: unknown): void {
	const fields = readFields(body, 'body', CLOCK_MOVES);
	const read = <T>(name: (typeof CLOCK_MOVES)[number], reader: (value: unknown, where: string) => T) =>
		fields[name] === undefined ? undefined : reader(fields[name], name);
	const readMs = (value: unknown, where: string) => readInteger(value, where, -LONGEST_MS, LONGEST_MS);
	const frozen = read('frozen', readBoolean);
	const time = read('set', readTime);
	const skewMs = read('skewMs', readMs);
	const advanceMs = read('advanceMs', readMs);
	if (frozen !== undefined) {
		if (frozen) clock.freeze();
		else clock.run();
	}
	if (time !== undefined) clock.set(time);
	if (skewMs !== undefined) clock.skew(skewMs);
	if (advanceMs !== undefined) clock.advance(advanceMs);
}

function readSettings(body: unknown): Partial<Settings> {
	const fields = readFields(body, 'body', [...NUMBER_SETTINGS, 'completionTimeoutAnswer']);
	const settings: Partial<Settings> = {};
	for (const name of NUMBER_SETTINGS) {
		if (fields[name] !== undefined) settings[name] = readInteger(fields[name], name, 0, Number.MAX_SAFE_INTEGER);
	}
	if (fields.completionTimeoutAnswer !== undefined) {
		const { completionTimeoutAnswer } = fields;
		settings.completionTimeoutAnswer = readOneOf(completionTimeoutAnswer, 'completionTimeoutAnswer', TIMEOUT_ANSWERS);
	}
	return settings;
}

/** Every control as "METHOD /path". */
const COMMANDS: Record<string, Command> = {
	'GET /state': (control) => control.state(),
	'POST /reset': (control) => control.reset(),
	'POST /clock': moveClock,
	'POST /plan': (control, body) => {
		const { plan, account } = readFields(body, 'body', ['plan', 'account']);
		control.setPlan(readOneOf(plan, 'plan', PLANS), readAccount(account));
	},
	'POST /budget': (control, body) => {
		const { budget, left, account } = readFields(body, 'body', ['budget', 'left', 'account']);
		const name = readOneOf(budget, 'budget', BUDGETS);
		control.leaveBudget(name, readInteger(left, 'left', 0, LARGEST_LIMIT), readAccount(account));
	},
	'POST /limit': (control, body) => {
		const { budget, limit, account } = readFields(body, 'body', ['budget', 'limit', 'account']);
		const name = readOneOf(budget, 'budget', BUDGETS);
		control.setLimit(name, readInteger(limit, 'limit', 0, LARGEST_LIMIT), readAccount(account));
	},
	'POST /settings': (control, body) => control.setSettings(readSettings(body)),
	'POST /faults': (control, body) => {
		const rules: unknown[] = Array.isArray(body) ? body : [body];
		for (const rule of rules.map(parseRule)) control.addFault(rule);
	},
	'DELETE /faults': (control) => control.clearFaults(),
	'POST /key': (control, body) => {
		const { account, expiresAt } = readFields(body, 'body', ['account', 'expiresAt']);
		const until = expiresAt === undefined ? undefined : readTime(expiresAt, 'expiresAt');
		return { key: control.rotateKey(readAccount(account), until) };
	},
	'POST /listening': async (control, body) => {
		const { origin, listening } = readFields(body, 'body', ['origin', 'listening']);
		const which = readOneOf(origin, 'origin', ORIGINS);
		if (which === 'api') throw new BadInput('over HTTP only "upload" can be stopped: the controls live at "api"');
		if (readBoolean(listening, 'listening')) await control.startListening(which);
		else await control.stopListening(which);
	},
};

/** The controls as HTTP routes with JSON bodies. Requests from foreign web pages are refused. */
export function controlRoutes(control: SandboxControl): Router {
	const router = Router();
	router.use((request: Request, response: Response, next: NextFunction) => {
		if (request.headers.origin === undefined || isOwnPage(request.headers)) next();
		else response.status(403).json({ error: 'the controls take no requests from other web pages' });
	});
	router.use(json({ strict: false }));
	router.use((request: Request, _response: Response, next: NextFunction) => {
		checkDepth(request.body, 'body');
		next();
	});
	router.get('/', (_request, response) => {
		response.json({ controls: Object.keys(COMMANDS), faultsOn: CALL_KINDS });
	});
	for (const [route, command] of Object.entries(COMMANDS)) {
		const [method, path = '/'] = route.split(' ');
		const handler = async (request: Request, response: Response) => {
			const result = await command(control, request.body);
			response.json(result ?? { ok: true });
		};
		if (method === 'GET') router.get(path, handler);
		else if (method === 'DELETE') router.delete(path, handler);
		else router.post(path, handler);
	}
	router.use((cause: unknown, _request: Request, response: Response, next: NextFunction) => {
		if (cause instanceof BadInput) response.status(400).json({ error: cause.message });
		else if (isFields(cause) && typeof cause.status === 'number')
			response.status(cause.status).json({ error: errorText(cause) });
		else next(cause);
	});
	return router;
}
