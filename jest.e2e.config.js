/** The end-to-end tests. They need real n8n and the sandbox: `npm run e2e` starts both, and then jest with this. */
module.exports = {
	preset: 'ts-jest',
	cacheDirectory: '<rootDir>/.cache/jest',
	roots: ['<rootDir>/test/e2e'],
	// All tests of a part share one n8n and one sandbox.
	maxWorkers: 1,
	// Milliseconds for one test: those with several executions take some seconds, on a slow machine half a minute.
	testTimeout: 120_000,
};
