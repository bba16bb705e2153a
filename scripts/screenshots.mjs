/** `npm run screenshots`: see screenshots/main.ts. */
import { start } from './bootstrap/start.mjs';

await start('screenshots/main.ts');
