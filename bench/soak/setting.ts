/** What the loads work with: a real n8n that is watched from outside, and the sandbox. */
import type { CredentialReference } from '../workflows/nodes';
import type { N8nClient } from '../../scripts/lib/n8n-client';
import type { SandboxClient } from '../../scripts/lib/sandbox-client';
import type { Inspector } from './inspector';

export interface SoakSetting {
	readonly client: N8nClient;
	/** Address of n8n, without a slash at the end. */
	readonly n8nUrl: string;
	/** Process id of n8n. */
	readonly pid: number;
	readonly inspector: Inspector;
	readonly credential: CredentialReference;
	readonly service: SandboxClient;
	/** The files that are uploaded; n8n may read it. */
	readonly filesFolder: string;
	/** Where n8n keeps its copies of them; emptied after each round. */
	readonly storeFolder: string;
}
