/** What the loads work with: a real n8n that is watched from outside, and the sandbox. */
import { fromEnvironment } from '../../../../scripts/e2e/handover';
import type { N8nClient } from '../../../../scripts/lib/n8n-client';
import { SandboxClient } from '../../../../scripts/lib/sandbox-client';
import type { CredentialReference } from '../../../../scripts/lib/workflows';
import { client } from '../../support/n8n';
import { makeSoakFiles } from './files';
import { Inspector } from './inspector';

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

/** Makes the files, and opens the inspector of n8n. */
export async function openSoak(): Promise<SoakSetting> {
	const { n8nPid: pid, inspectorPort, sandboxUrl, ...handed } = fromEnvironment();
	makeSoakFiles(handed.filesFolder);
	const inspector = await Inspector.open(pid, inspectorPort);
	return { ...handed, pid, inspector, client, service: new SandboxClient(sandboxUrl) };
}
