/** `npm run e2e`: see e2e/main.ts. */
import { start } from './bootstrap/start.mjs';

await start('e2e/main.ts');
