/** How often n8n has polled, by its log, and what the service was asked in these polls. */
import { readFileSync } from 'node:fs';
import { fromEnvironment } from '../../../../scripts/e2e/handover';
import { until } from '../../../../scripts/lib/until';
import { stateOfService } from '../../support/service';
import { NAME } from './workflow';

const { n8nLog } = fromEnvironment();
const POLL = `Poll trigger initiated for workflow "${NAME}"`;
const LISTS = ['twitterSubmissions', 'socialAccounts'];

/** The polls of both triggers since n8n was started. */
export const pollsSoFar = (): number => readFileSync(n8nLog, 'utf8').split(POLL).length - 1;

/** The requests of both triggers that the service remembers. */
export async function requestsSoFar(): Promise<number> {
	return (await stateOfService()).log.filter(({ kind }) => LISTS.includes(kind)).length;
}

/**
 * That each poll since a moment has sent one request; one may be on its way.
 *
 * @param requests how many there were at that moment
 * @param polls the same of the polls
 */
export async function eachPollSentOneRequest(requests: number, polls: number): Promise<void> {
	await until(
		'each poll has sent one request',
		async () => (await requestsSoFar()) - requests === pollsSoFar() - polls,
	);
}
