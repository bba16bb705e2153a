/** Breaks the connections of the node as a network would: on the real socket, with the error that the system would give. */
import diagnostics from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** An error as Node makes it of one of the system: which call failed, and why. */
export function systemError(syscall: string, code: string): Error {
	return Object.assign(new Error(`${syscall} ${code}`), { errno: -1, code, syscall });
}

/** The sockets of this process that connect to a port, in the tests of a file that calls this. */
export function watchClientSockets(): {
	/** Ends each connection to the port as it is opened, before it is connected. */
	failToConnect: (port: number, code: string, times: number) => void;
	/** Ends the connections to the port that are open now. */
	breakOff: (port: number, error: Error) => void;
} {
	let open: Socket[] = [];
	let failing: { port: number; code: string; times: number } | undefined;
	const onSocket = (message: unknown) => {
		const { socket } = message as { socket: Socket };
		open.push(socket);
		socket.once('close', () => (open = open.filter((other) => other !== socket)));
		socket.once('connectionAttempt', (_address: string, port: number) => {
			if (port !== failing?.port || failing.times === 0) return;
			failing.times--;
			const error = systemError('connect', failing.code);
			// A moment later, as from the system: nobody listens to the socket yet.
			process.nextTick(() => socket.destroy(error));
		});
	};
	beforeEach(() => {
		open = [];
		failing = undefined;
		diagnostics.subscribe('net.client.socket', onSocket);
	});
	afterEach(() => void diagnostics.unsubscribe('net.client.socket', onSocket));
	return {
		failToConnect: (port, code, times) => (failing = { port, code, times }),
		breakOff: (port, error) => {
			const broken = open.filter((socket) => socket.remotePort === port);
			if (broken.length === 0) throw new Error(`No connection to port ${port} is open`);
			for (const socket of broken) socket.destroy(error);
		},
	};
}
