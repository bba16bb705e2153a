import type { IncomingMessage, ServerResponse } from 'node:http';
import { createApp } from './app';
import type { Origin } from './calls';
import { Clock } from './clock';
import { createControl } from './control/control';
import type { SandboxControl } from './control/control';
import type { SandboxState } from './control/state';
import type { Plan } from './limits';
import { Listener, LOOPBACK } from './listener';
import { sendReply } from './reply';
import { DEFAULT_SETTINGS } from './settings';
import type { Settings } from './settings';
import type { KeyName } from './store/keys';
import { receiveUpload } from './upload/receiver';
import { storageError } from './upload/rules';
import { World } from './world';

export type { CallKind, Origin } from './calls';
export type { SandboxControl } from './control/control';
export type * from './control/state';
export type { ErrorItem, Fault, FaultRule } from './faults/rules';
export type { BudgetName, Plan } from './limits';
export type { CallEnd, LogEntry, Peaks } from './log';
export type { Settings, TimeoutAnswer } from './settings';
export type { AccountName } from './store/accounts';
export type { KeyName } from './store/keys';

/** How a sandbox starts. Whatever is left out is as a test wants it: free ports, no waiting. */
export interface SandboxOptions extends Partial<Settings> {
	/**
	 * Name or address of this machine that it listens at, and by which its addresses call it; 127.0.0.1 by default. A
	 * container is reached from others by its name.
	 */
	readonly host?: string;
	/** Port of the API; 0, the default, is any free one. */
	readonly port?: number;
	/** Port of the upload storage; 0, the default, is any free one. */
	readonly uploadPort?: number;
	/** Take another free port when the wanted one is taken, instead of failing. */
	readonly anyPortIfTaken?: boolean;
	/** Plan of the account with the paid key. */
	readonly plan?: Plan;
	/** The time that the service's clock runs with, in milliseconds since 1970; real time by default. */
	readonly now?: () => number;
	/** How often due posts are submitted while the clock runs, in milliseconds; 0, the default, is only when it is moved or somebody looks. */
	readonly publishEveryMs?: number;
}

/** A running sandbox. */
export interface Sandbox {
	/** Address of the API without a slash at the end, for example http://127.0.0.1:4600. */
	readonly baseUrl: string;
	/** Address of the upload storage: another origin, as the specification says. */
	readonly uploadOrigin: string;
	/** The keys that are valid now, and those that are refused. */
	readonly keys: Readonly<Record<KeyName, string>>;
	readonly control: SandboxControl;
	/** The temporary folder that holds every received file while the sandbox runs. */
	readonly filesFolder: string;
	state(): SandboxState;
	/** Ends every connection, and removes every file that was received. */
	close(): Promise<void>;
}

/** Starts the service on this machine. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const {
		host = LOOPBACK,
		port = 0,
		uploadPort = 0,
		anyPortIfTaken = false,
		plan = 'paid',
		now,
		publishEveryMs = 0,
	} = options;
	const origins: Record<Origin, string> = { api: '', upload: '' };
	const clock = new Clock(now);
	const world = new World({ clock, origins, firstSettings: settingsOf(options), firstPlan: plan });
	const listeners: Record<Origin, Listener> = {
		api: new Listener((request, response) => void app(request, response), host),
		upload: new Listener((request, response) => void receive(world, request, response), host, true),
	};
	const control = createControl(world, listeners);
	const app = createApp(world, control);
	const timer = publishEveryMs > 0 ? setInterval(() => world.publish(), publishEveryMs) : undefined;
	const close = async (): Promise<void> => {
		clearInterval(timer);
		clock.close();
		await Promise.all([listeners.api.stop(), listeners.upload.stop()]);
		world.files.close();
	};
	try {
		await listeners.api.start(port, anyPortIfTaken);
		await listeners.upload.start(uploadPort, anyPortIfTaken);
	} catch (cause) {
		await close();
		throw cause;
	}
	origins.api = listeners.api.origin;
	origins.upload = listeners.upload.origin;
	return {
		baseUrl: origins.api,
		uploadOrigin: origins.upload,
		get keys() {
			return world.keys.values();
		},
		control,
		filesFolder: world.files.folder,
		state: () => control.state(),
		close,
	};
}

function settingsOf(options: Partial<Settings>): Settings {
	const settings = { ...DEFAULT_SETTINGS };
	return {
		serviceTimeMs: options.serviceTimeMs ?? settings.serviceTimeMs,
		completionMsPerMib: options.completionMsPerMib ?? settings.completionMsPerMib,
		completionLimitMs: options.completionLimitMs ?? settings.completionLimitMs,
		completionTimeoutAnswer: options.completionTimeoutAnswer ?? settings.completionTimeoutAnswer,
		putBytesPerSecond: options.putBytesPerSecond ?? settings.putBytesPerSecond,
	};
}

async function receive(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
	try {
		await receiveUpload(world, request, response);
	} catch (cause) {
		console.error(cause);
		if (response.headersSent) response.destroy();
		else sendReply(response, storageError(500, 'InternalError', 'The sandbox failed. See its output.'), world.now());
	}
}
