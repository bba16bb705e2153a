/** `npm run dev`: see dev/main.ts. */
import { start } from './bootstrap/start.mjs';

await start('dev/main.ts');
