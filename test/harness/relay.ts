/** A line between the node and the sandbox that goes wrong at a chosen moment of a request, over TCP or TLS. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { generate } from 'selfsigned';

/** The moments of a request, seen from the line. */
export type Moment =
	/** The request is on its way, and has not reached the service. */
	| 'sending'
	/** The service has the request, and its response is held back. */
	| 'waiting'
	/** The first bytes of the response have arrived. */
	| 'receiving';

export interface Relay {
	readonly port: number;
	/** Strikes the next connection: what happens to the side of the node when the moment has come. */
	strike(moment: Moment, act: (node: Socket) => void): void;
	close(): Promise<void>;
}

/** How much of a response arrives before the line goes wrong while it is received, in bytes: less than its headers. */
const FIRST_BYTES = 20;

/**
 * @param target the port of the service
 * @param tls whether the node speaks TLS to the line; its certificate is one that nobody trusts
 */
export async function startRelay(target: number, tls = false): Promise<Relay> {
	let strike: { moment: Moment; act: (node: Socket) => void } | undefined;
	const sockets = new Set<Socket>();
	/** @param secure what the node sends and gets, in the clear; @param node the bare connection to the node */
	const serve = (secure: Socket, node: Socket) => {
		const struck = strike;
		strike = undefined;
		const service = connect(target, '127.0.0.1');
		for (const socket of [secure, node, service]) {
			sockets.add(socket);
			socket.on('error', () => {});
			socket.on('close', () => sockets.delete(socket));
		}
		secure.on('close', () => service.destroy());
		service.on('close', () => struck ?? secure.destroy());
		secure.on('data', (bytes) => {
			if (struck?.moment !== 'sending') service.write(bytes);
		});
		service.on('data', (bytes) => {
			if (struck === undefined) secure.write(bytes);
		});
		if (struck?.moment === 'sending') secure.once('data', () => struck.act(node));
		if (struck?.moment === 'waiting') service.once('data', () => struck.act(node));
		if (struck?.moment === 'receiving') {
			service.once('data', (bytes) =>
				secure.write(bytes.subarray(0, FIRST_BYTES), () => setTimeout(() => struck.act(node))),
			);
		}
	};
	const server = tls ? await secureServer(serve) : createServer((node) => serve(node, node));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		port: (server.address() as AddressInfo).port,
		strike: (moment, act) => (strike = { moment, act }),
		close: async () => {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

async function secureServer(serve: (secure: Socket, node: Socket) => void) {
	const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
	const bare = new Map<number | undefined, Socket>();
	const server = createTlsServer({ key, cert }, (secure) => {
		const node = bare.get(secure.remotePort);
		if (node !== undefined) serve(secure, node);
	});
	server.on('connection', (node: Socket) => bare.set(node.remotePort, node));
	server.on('tlsClientError', () => {});
	return server;
}
