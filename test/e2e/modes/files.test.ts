/** The table of odd files, in the binary mode of the n8n that runs. */
import { resetService, stateOfService } from '../support/service';
import { FILE_CASES } from './support/cases';
import { expectOutcome } from './support/outcome';
import { upload } from './support/nodes';
import { files, outcomeOf, runChain } from './support/workflow';

beforeEach(resetService);

test.each(FILE_CASES.map((fileCase) => [fileCase.title, fileCase] as const))('%s', async (_, fileCase) => {
	const execution = await runChain(...files(fileCase.items), upload(fileCase.parameters));
	expectOutcome(fileCase, outcomeOf(execution), await stateOfService());
});
