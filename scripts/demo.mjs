/** `npm run demo`: see demo/main.ts. Plain JavaScript, because on a fresh clone nothing is installed yet. */
import { start } from './bootstrap/start.mjs';

await start('demo/main.ts');
