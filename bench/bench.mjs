/** `npm run bench`: see main.ts. Plain JavaScript, because on a fresh clone nothing is installed yet. */
import { start } from '../scripts/bootstrap/start.mjs';

await start('../bench/main.ts');
