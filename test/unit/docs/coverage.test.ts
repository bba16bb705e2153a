/** The table of what the node covers is that of the operations and the trigger, and their documents. */
import { SERVICE_RESOURCES } from '../../../nodes/SocialPostScheduling/resources';
import { probeOf } from '../../../nodes/SocialPostScheduling/resources/api/probe';
import { REQUESTS } from '../../../nodes/SocialPostSchedulingTrigger/requests';
import { readPage, rowsOfTable } from './pages';

const PAGE = 'docs/api-coverage.md';
const SOURCES = ['specification', 'public descriptions'];

/** What sends a field, by the field: `` query `profile` ``. */
const operationsOfField = new Map<string, Set<string>>();
const OPERATIONS = SERVICE_RESOURCES.flatMap(({ name: resource, operations }) =>
	operations.map(({ name, requests }) => ({ name: `${resource}: ${name}`, requests })),
);
for (const { name, requests } of [...OPERATIONS, { name: 'Trigger', requests: REQUESTS }]) {
	for (const { type, field } of requests.flatMap((request) => probeOf(request) ?? [])) {
		const key = `${type} \`${field}\``;
		operationsOfField.set(key, (operationsOfField.get(key) ?? new Set()).add(name));
	}
}

const ROWS = rowsOfTable(readPage(PAGE), 'coverage')
	.slice(1)
	.map((row) => row.split('|').map((cell) => cell.trim()));
const FIELDS = [...new Set([...ROWS.map(([, field = '']) => field), ...operationsOfField.keys()])];

test('the table was found', () => {
	expect(ROWS.length).toBeGreaterThan(0);
});

test.each(FIELDS)('%s', (field) => {
	const rows = ROWS.filter(([, of]) => of === field);
	const wanted = [...(operationsOfField.get(field) ?? ['none'])].sort().join(', ');
	const isRight = rows.length === 1 && rows[0]?.[2] === wanted && SOURCES.includes(rows[0]?.[3] ?? '');
	const row = `| ${field} | ${wanted} | ${SOURCES.join(' or ')} |`;
	expect(isRight ? [] : [`The table in ${PAGE} must have one row for it: ${row}`]).toEqual([]);
});
