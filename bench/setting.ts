/** What every measurement works with. */
import type { Folders } from './files';
import type { N8n } from './n8n';
import type { LeanService } from './service/lean';
import type { StockService } from './workflows/stock';

export interface Setting {
	readonly n8n: N8n;
	readonly lean: LeanService;
	readonly folders: Folders;
	/** The lean service as the stock nodes are told of it. */
	readonly stock: StockService;
	/** Fewer rounds, and no file of 500 MiB. */
	readonly quick: boolean;
}
