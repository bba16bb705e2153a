/**
 * Ceph, as Debian ships it, with its S3 gateway: a monitor, one disk and the gateway, as processes of this user with all
 * their data in one folder. Other servers with an S3 interface that npm or Debian hold are stand-ins for tests.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputOf, startServer, untilAnswers, type Server } from '../../lib/child';
import type { Lifetime } from '../../lib/lifetime';
import { CACHE, LOGS } from '../../lib/paths';
import { choosePort, HOST } from '../../lib/ports';
import { ensureProgram, type SystemProgram } from '../../lib/system-program';

const DATA = join(CACHE, 'ceph');
const CONFIG = join(DATA, 'ceph.conf');
/** Ports that Ceph's documentation uses: the monitor, and the gateway. */
const USUAL_PORTS = { monitor: 3300, gateway: 7480 };
/** Bytes of the file that stands for a disk (8 GiB); it takes room only as it is filled. */
const DISK_BYTES = 8 * 1024 ** 3;
/** Milliseconds until the gateway must answer; it took 10 seconds. */
const READY_WITHIN_MS = 120_000;
/** Milliseconds for one answer. */
const ANSWER_MS = 1000;
/** Seconds after which Ceph's commands give up, so that a server that has ended is not waited for. */
const COMMAND_WITHIN_S = 60;

const usual = (name: string, debianPackage: string): SystemProgram => ({
	name: `Ceph's ${name}`,
	places: [`/usr/bin/${name}`],
	debianPackage,
});
const PROGRAMS = [usual('ceph-mon', 'ceph-mon'), usual('ceph-osd', 'ceph-osd'), usual('radosgw', 'radosgw')];

export interface ObjectStorage {
	/** Host and port. */
	host: string;
	accessKey: string;
	secret: string;
}

interface Ports {
	monitor: number;
	gateway: number;
}

/** One machine, no copies, no sign-in between the processes: none of them can be reached from elsewhere. */
function configuration({ monitor, gateway }: Ports, cluster: string): string {
	return `[global]
fsid = ${cluster}
mon host = [v2:${HOST}:${monitor}/0]
public addr = ${HOST}
cluster addr = ${HOST}
auth cluster required = none
auth service required = none
auth client required = none
# The gateway asks for an encrypted connection to the monitor, which there is only with sign-in.
ms mon client mode = crc
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
# A disk that is nearly full is no reason to stop.
mon data avail crit = 1
run dir = ${DATA}
pid file =
admin socket =
log file = ${DATA}/$name.log
mon data = ${DATA}/mon
osd data = ${DATA}/osd
osd objectstore = bluestore
bluestore block size = ${DISK_BYTES}
rgw data = ${DATA}/rgw
rgw frontends = beast endpoint=${HOST}:${gateway}
rgw init timeout = ${COMMAND_WITHIN_S}
`;
}

async function run(program: string, ...args: string[]): Promise<void> {
	await outputOf(program, [...args, '-c', CONFIG], { cwd: DATA });
}

async function start(lifetime: Lifetime, program: string, ...args: string[]): Promise<Server> {
	const log = join(LOGS, `e2e-${program}.log`);
	return await startServer(program, [...args, '-c', CONFIG, '-f'], { cwd: DATA, env: process.env, lifetime, log });
}

/** Anybody may ask for a list of the own buckets: that of nobody is empty. */
async function answers(host: string): Promise<boolean> {
	try {
		return (await fetch(`http://${host}/`, { signal: AbortSignal.timeout(ANSWER_MS) })).ok;
	} catch {
		// Nobody listens yet: the caller asks again, and gives up after a while.
		return false;
	}
}

/** Starts an empty Ceph with one S3 user, or tells what is missing for it. Its data are removed when it ends. */
export async function startCeph(lifetime: Lifetime): Promise<ObjectStorage | { missing: string }> {
	for (const program of PROGRAMS) {
		const found = await ensureProgram(program);
		if ('missing' in found) return found;
	}
	const clear = (): void => rmSync(DATA, { recursive: true, force: true });
	clear();
	for (const folder of ['mon', 'osd', 'rgw']) mkdirSync(join(DATA, folder), { recursive: true });
	lifetime.add({ end: async () => await Promise.resolve(clear()), endNow: clear });
	const ports: Ports = {
		monitor: await choosePort(USUAL_PORTS.monitor, "Ceph's monitor"),
		gateway: await choosePort(USUAL_PORTS.gateway, "Ceph's S3 gateway"),
	};
	const [cluster, disk] = [randomUUID(), randomUUID()];
	writeFileSync(CONFIG, configuration(ports, cluster));

	const map = join(DATA, 'monmap');
	await run('monmaptool', '--create', '--fsid', cluster, '--addv', 'a', `[v2:${HOST}:${ports.monitor}/0]`, map);
	await run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map);
	await start(lifetime, 'ceph-mon', '-i', 'a');
	await run('ceph', '--connect-timeout', String(COMMAND_WITHIN_S), 'osd', 'new', disk);
	await run('ceph-osd', '--mkfs', '-i', '0', '--osd-uuid', disk);
	await start(lifetime, 'ceph-osd', '-i', '0');
	const host = `${HOST}:${ports.gateway}`;
	const [accessKey, secret] = [randomBytes(8).toString('hex'), randomBytes(16).toString('hex')];
	const user = ['user', 'create', '--uid=n8n', '--display-name=n8n', `--access-key=${accessKey}`, `--secret=${secret}`];
	await run('radosgw-admin', '-n', 'client.rgw', ...user);
	const gateway = await start(lifetime, 'radosgw', '-n', 'client.rgw');
	await untilAnswers(gateway, "Ceph's S3 gateway", () => answers(host), READY_WITHIN_MS);
	return { host, accessKey, secret };
}
