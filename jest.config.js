/** Compiled files stay in the checkout, and not in the system's folder for temporary files. */
const cacheDirectory = '<rootDir>/.cache/jest';

/** One project per kind of proof: `npx jest --selectProjects unit` runs one of them. */
const project = (name, extra = {}) => ({
	displayName: name,
	testEnvironment: 'node',
	cacheDirectory,
	roots: [`<rootDir>/test/${name}`],
	moduleFileExtensions: ['ts', 'js', 'json', 'node'],
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/tsconfig.json' }] },
	...extra,
});

module.exports = {
	projects: [
		project('scripts'),
		project('unit'),
		project('sandbox'),
		project('engine', { setupFilesAfterEnv: ['<rootDir>/test/harness/n8n-environment.js'] }),
		// Needs real n8n and the sandbox: `npm run e2e` starts both, and this project alone.
		project('e2e'),
		project('faults', { setupFilesAfterEnv: ['<rootDir>/test/harness/n8n-environment.js'] }),
	],
};
