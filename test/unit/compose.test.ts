/** docker-compose.yml, as far as it can be checked without Docker. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { asList, asObject, asText, type JsonObject } from '../../scripts/lib/json';

const ROOT = join(__dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const compose = asObject(parse(read('docker-compose.yml'), { merge: true }));
const services = Object.entries(asObject(compose.services)).map(([name, service]): [string, JsonObject] => [
	name,
	asObject(service),
]);

test('main, two workers, Redis, PostgreSQL, the sandbox, and what installs the package', () => {
	expect(services.map(([name]) => name).sort()).toEqual(
		['main', 'package', 'postgres', 'redis', 'sandbox', 'worker-1', 'worker-2'].sort(),
	);
});

describe.each(services)('%s', (name, service) => {
	test('its image has a version', () => {
		expect(asText(service.image)).toMatch(/:\d+\.\d+/);
	});

	test('its ports are open to this machine only', () => {
		for (const port of asList(service.ports)) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
	});

	test('it says when it is well, or ends', () => {
		expect(asList(asObject(service.healthcheck).test).length > 0 || name === 'package').toBe(true);
	});

	test('what it waits for and what it keeps data in exists', () => {
		const names = services.map(([other]) => other);
		for (const other of Object.keys(asObject(service.depends_on))) expect(names).toContain(other);
		for (const volume of asList(service.volumes)) {
			const [source = ''] = asText(volume).split(':');
			expect(source === '.' || source in asObject(compose.volumes)).toBe(true);
		}
	});
});

test('n8n is the one that the end-to-end tests run', () => {
	const { n8n } = asObject(asObject(JSON.parse(read('e2e/package.json'))).dependencies);
	const images = services.map(([, { image }]) => asText(image)).filter((image) => image.includes('/n8n:'));
	expect(images).toEqual(Array(3).fill(`docker.n8n.io/n8nio/n8n:${asText(n8n)}`));
});

test('the main instance and the workers have the same settings', () => {
	const [main, ...workers] = ['main', 'worker-1', 'worker-2'].map((name) =>
		asObject(asObject(Object.fromEntries(services)[name]).environment),
	);
	for (const worker of workers) expect(worker).toEqual({ ...main, QUEUE_HEALTH_CHECK_ACTIVE: 'true' });
});

test('the script that it starts exists', () => {
	expect(existsSync(join(ROOT, 'docker/install-package.sh'))).toBe(true);
	expect(read('docker-compose.yml')).toContain('/repository/docker/install-package.sh');
});
