/**
 * Stands for n8n. At its first start in a user folder, another n8n is quicker to take its port: that one answers there,
 * and this one says so and ends, as n8n does. After that it starts as it should.
 */
const { spawn } = require('node:child_process');
const { existsSync, writeFileSync } = require('node:fs');
const { createServer } = require('node:http');
const { join } = require('node:path');

/** Milliseconds until n8n has found out that its port is taken: longer than the other one needs to answer. */
const NOTICED_AFTER_MS = 1500;

const { N8N_PORT, N8N_USER_FOLDER } = process.env;
const other = join(N8N_USER_FOLDER, 'other.pid');

function listen(then) {
	createServer((_request, response) => response.end('{}')).listen(Number(N8N_PORT), '127.0.0.1', then);
}

if (process.argv.includes('--other')) {
	listen();
} else if (existsSync(other)) {
	listen(() => console.log(`Editor is now accessible via:\nhttp://127.0.0.1:${N8N_PORT}`));
} else {
	const child = spawn(process.execPath, [__filename, '--other'], { detached: true, stdio: 'ignore' });
	child.unref();
	writeFileSync(other, String(child.pid));
	setTimeout(() => {
		console.log(`n8n's port ${N8N_PORT} is already in use. Do you have another instance of n8n running already?`);
		process.exit(1);
	}, NOTICED_AFTER_MS);
}
