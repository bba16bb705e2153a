import { Router, json } from 'express';
import type { NextFunction, Request, Response } from 'express';
import { isOwnPage } from '../api/auth';
import { CALL_KINDS, ORIGINS } from '../calls';
import { parseRule } from '../faults/rules';
import { BadInput, checkDepth, errorText, fields, flag, isFields, oneOf, read, text, time, whole } from '../parse';
import { TIMEOUT_ANSWERS } from '../settings';
import { ACCOUNT_NAMES } from '../store/accounts';
import { SOCIAL_PLATFORMS } from '../store/platforms';
import { POST_STATES } from '../store/posts';
import type { SandboxControl } from './control';

/** Largest limit that an account can be given: more calls than a sandbox remembers with ease. */
const LARGEST_LIMIT = 1_000_000;
/** More entries than any library that a person looks at. */
const MOST_FILES = 100_000;
/** More posts than any account that a person looks at. */
const MOST_POSTS = 100_000;
const LONGEST_MS = 1000 * 60 * 60 * 24 * 365 * 10;

const account = oneOf(ACCOUNT_NAMES).default('paid');
const budget = oneOf(['general', 'uploads']);
const limit = whole(0, LARGEST_LIMIT);
const ms = whole(-LONGEST_MS, LONGEST_MS).optional();
const amount = whole(0, Number.MAX_SAFE_INTEGER).optional();

/** The JSON body of each control that takes one. */
const CLOCK = fields({ set: time.optional(), advanceMs: ms, skewMs: ms, frozen: flag.optional() });
const PLAN = fields({ plan: oneOf(['free', 'paid']), account });
const BUDGET = fields({ budget, left: limit, account });
const LIMIT = fields({ budget, limit, account });
const LIBRARY = fields({ files: whole(1, MOST_FILES), account });
const POSTS = fields({
	platform: oneOf(SOCIAL_PLATFORMS),
	state: oneOf(POST_STATES),
	posts: whole(1, MOST_POSTS),
	account,
});
const DELETED_POST = fields({ id: text, permanently: flag.default(false), account });
const SOCIAL_ACCOUNT = fields({ id: text, isConnected: flag, account });
const SETTINGS = fields({
	serviceTimeMs: amount,
	completionMsPerMib: amount,
	completionLimitMs: amount,
	putBytesPerSecond: amount,
	completionTimeoutAnswer: oneOf(TIMEOUT_ANSWERS).optional(),
});
const KEY = fields({ account, expiresAt: time.optional() });
const LISTENING = fields({ origin: oneOf(ORIGINS), listening: flag });

/** A control: takes the JSON body of the request, gives what is answered. */
type Command = (control: SandboxControl, body: unknown) => unknown;

function moveClock({ clock }: SandboxControl, body: unknown): void {
	const { frozen, set, skewMs, advanceMs } = read(CLOCK, body, 'body');
	if (frozen !== undefined) {
		if (frozen) clock.freeze();
		else clock.run();
	}
	if (set !== undefined) clock.set(set);
	if (skewMs !== undefined) clock.skew(skewMs);
	if (advanceMs !== undefined) clock.advance(advanceMs);
}

/** Every control as "METHOD /path". */
const COMMANDS: Record<string, Command> = {
	'GET /state': (control) => control.state(),
	'POST /reset': (control) => control.reset(),
	'POST /clock': moveClock,
	'POST /plan': (control, body) => {
		const { plan, account } = read(PLAN, body, 'body');
		control.setPlan(plan, account);
	},
	'POST /budget': (control, body) => {
		const { budget, left, account } = read(BUDGET, body, 'body');
		control.leaveBudget(budget, left, account);
	},
	'POST /limit': (control, body) => {
		const { budget, limit, account } = read(LIMIT, body, 'body');
		control.setLimit(budget, limit, account);
	},
	'POST /library': async (control, body) => {
		const { files, account } = read(LIBRARY, body, 'body');
		await control.fillLibrary(files, account);
	},
	'POST /posts': (control, body) => {
		const { account, ...filling } = read(POSTS, body, 'body');
		control.fillPosts(filling, account);
	},
	'DELETE /posts': (control, body) => {
		const { id, permanently, account } = read(DELETED_POST, body, 'body');
		control.deletePost(id, permanently, account);
	},
	'POST /social-account': (control, body) => {
		const { id, isConnected, account } = read(SOCIAL_ACCOUNT, body, 'body');
		control.setConnected(id, isConnected, account);
	},
	'POST /settings': (control, body) => control.setSettings(read(SETTINGS, body, 'body')),
	'POST /faults': (control, body) => {
		const rules: unknown[] = Array.isArray(body) ? body : [body];
		for (const rule of rules.map(parseRule)) control.addFault(rule);
	},
	'DELETE /faults': (control) => control.clearFaults(),
	'POST /key': (control, body) => {
		const { account, expiresAt } = read(KEY, body, 'body');
		return { key: control.rotateKey(account, expiresAt) };
	},
	'POST /listening': async (control, body) => {
		const { origin, listening } = read(LISTENING, body, 'body');
		if (origin === 'api') throw new BadInput('over HTTP only "upload" can be stopped: the controls live at "api"');
		if (listening) await control.startListening(origin);
		else await control.stopListening(origin);
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
