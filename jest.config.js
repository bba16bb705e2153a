/** One project per kind of test that needs no servers: `npx jest --selectProjects unit` runs one of them. */
const project = (name, extra = {}) => ({
	displayName: name,
	preset: 'ts-jest',
	// Compiled files stay in the checkout, and not in the system's folder for temporary files.
	cacheDirectory: '<rootDir>/.cache/jest',
	roots: [`<rootDir>/test/${name}`],
	...extra,
});

const n8nEngine = { setupFilesAfterEnv: ['<rootDir>/test/harness/n8n-environment.js'] };

module.exports = {
	// Milliseconds for one test, so that none fails because the machine is busy: none of them is about how long something takes.
	testTimeout: 60_000,
	// A process that runs all files keeps n8n's modules of each of them, and ends at Node's 4 GB: above this, a new one takes the next file.
	workerIdleMemoryLimit: '1GB',
	projects: [
		project('scripts'),
		project('unit'),
		project('sandbox'),
		project('engine', n8nEngine),
		project('faults', n8nEngine),
	],
};
