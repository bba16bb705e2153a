import { createServer } from 'node:net';

/** Every server of this repository listens on this machine only. */
export const HOST = '127.0.0.1';

/** Listens for a moment; the port it got, or undefined when the port is taken. */
function tryPort(port: number): Promise<number | undefined> {
	return new Promise((resolve, reject) => {
		const probe = createServer();
		probe.once('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined);
			else reject(error);
		});
		probe.listen(port, HOST, () => {
			const address = probe.address();
			const got = typeof address === 'object' && address ? address.port : port;
			probe.close(() => resolve(got));
		});
	});
}

/** Any free port, for a server that nobody looks for at a usual one. */
export async function freePort(who: string): Promise<number> {
	const port = await tryPort(0);
	if (port === undefined) throw new Error(`There is no free port for ${who}.`);
	return port;
}

/** The usual port when it is free, else any free one; says so when it is another one. */
export async function choosePort(usual: number, who: string): Promise<number> {
	if ((await tryPort(usual)) !== undefined) return usual;
	const other = await freePort(who);
	console.log(`  Port ${usual} is taken: ${who} uses port ${other}.`);
	return other;
}
