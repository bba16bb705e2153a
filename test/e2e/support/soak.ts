/** The n8n that is watched, for the loads of `bench/soak/`. */
import { Inspector } from '../../../bench/soak/inspector';
import type { SoakSetting } from '../../../bench/soak/setting';
import { fromEnvironment } from '../../../scripts/e2e/handover';
import { watchedFromEnvironment } from '../../../scripts/e2e/soak/watched';
import { N8nClient } from '../../../scripts/lib/n8n-client';
import { SandboxClient } from '../../../scripts/lib/sandbox-client';

export async function openSoak(): Promise<SoakSetting> {
	const { n8nUrl, n8nSession, sandboxUrl, credentialId, credentialName, filesFolder } = fromEnvironment(process.env);
	const { pid, inspectorPort, storeFolder } = watchedFromEnvironment(process.env);
	return {
		client: new N8nClient(n8nUrl, n8nSession),
		n8nUrl,
		pid,
		inspector: await Inspector.open(pid, inspectorPort),
		credential: { id: credentialId, name: credentialName },
		service: new SandboxClient(sandboxUrl),
		filesFolder,
		storeFolder,
	};
}
