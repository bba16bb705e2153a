/**
 * Runs before n8n-core is imported: its settings are read, and its config file is written, on import.
 */
const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

process.env.N8N_USER_FOLDER = mkdtempSync(join(tmpdir(), 'social-post-scheduling-'));
process.env.N8N_ENCRYPTION_KEY = 'engine-tests';
process.env.N8N_LOG_LEVEL ??= 'silent';
process.env.N8N_DIAGNOSTICS_ENABLED = 'false';
