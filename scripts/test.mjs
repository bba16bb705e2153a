/** `npm test`: see test/main.ts. */
import { start } from './bootstrap/start.mjs';

await start('test/main.ts');
