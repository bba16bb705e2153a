/** Lint of everything that does not ship: tests, sandbox and scripts. The shipped code is under n8n's own eslint.config.mjs. */
import js from '@eslint/js';
import globals from 'globals';
import tseslint from 'typescript-eslint';

export default tseslint.config(
	{ ignores: ['dist', '**/node_modules', '.cache'] },
	js.configs.recommended,
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.recommendedTypeChecked],
		languageOptions: { parserOptions: { projectService: true } },
		rules: {
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/no-floating-promises': 'error',
		},
	},
	{
		// Jest types its matchers (expect.any and the like) as any; a test compares with them and does nothing else.
		files: ['test/**/*.ts'],
		rules: { '@typescript-eslint/no-unsafe-assignment': 'off' },
	},
	{
		files: ['**/*.mjs', '**/*.js'],
		languageOptions: { globals: globals.node },
	},
);
