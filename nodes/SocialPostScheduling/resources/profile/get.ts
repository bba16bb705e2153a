import type { IDataObject } from 'n8n-workflow';
import { fieldAt } from '../../execution/executionScope';
import { createItemHandler } from '../../execution/itemHandler';
import type { Item } from '../../execution/operation';
import type { ItemResult } from '../../execution/itemResult';
import type { Connection } from '../../transport/connection';
import type { Failure } from '../../transport/failure';
import { callService } from '../../transport/graphql';
import type { Reply } from '../../transport/reply';
import { query } from '../../transport/request';
import { field, idField, integerField, textField } from '../../utils/json';
import { err, ok, type Result } from '../../utils/result';
import type { OperationDefinition } from '../definition';

/**
 * What the account may post in a month, and what it has posted (public reference, sections 4.2, 4.3 and 13): tweets are counted
 * apart. The service's specification has none of them.
 */
const ACCOUNT_QUOTAS = [
	'allowedMonthlyPosts',
	'allowedMonthlyTweets',
	'postsSubmittedThisMonth',
	'tweetsSubmittedThisMonth',
];
const QUOTA_FIELDS = ['remainingMonthlyPosts', 'account', ...ACCOUNT_QUOTAS];

interface Profile {
	readonly profile: IDataObject;
	/** What the service says of quotas that it did not give. */
	readonly warnings: readonly string[];
}

/** Query `profile` (service API, section 4), with the quotas that the service knows. */
function documentOf(refused: ReadonlySet<string>): string {
	const ofAccount = refused.has('account') ? [] : ACCOUNT_QUOTAS.filter((name) => !refused.has(name));
	const quotas = [
		...(refused.has('remainingMonthlyPosts') ? [] : ['remainingMonthlyPosts']),
		...(ofAccount.length === 0 ? [] : [`account { ${ofAccount.join(' ')} }`]),
	];
	return `query GetProfile { profile { ${['id username email registeredAt', ...quotas].join(' ')} } }`;
}

export const PROFILE = query(
	{ name: 'profile', retryClass: 'safe', failed: 'The profile was not read' },
	documentOf(new Set()),
	readProfile,
);

export const getProfile: OperationDefinition = {
	name: 'Get',
	value: 'get',
	action: 'Get profile',
	description: 'Get the profile of the account that the API key belongs to, with its monthly quotas',
	fields: [],
	requests: [PROFILE],
	handler: createItemHandler<null>({
		request: PROFILE,
		// One at a time: the first one shows which quotas the service knows.
		concurrency: 1,
		pastTense: 'read',
		validate: () => ok(null),
		execute: getOne,
	}),
};

/** A service that does not know a field is asked again without it, and in this execution no more for that field. */
async function getOne({ connection, scope }: Item): Promise<ItemResult> {
	for (;;) {
		const refused = new Set(QUOTA_FIELDS.filter((name) => scope.refusedFields.has(inProfile(connection, name))));
		const outcome = await callService(connection, { ...PROFILE, document: documentOf(refused), read: readReply }, {});
		if (outcome.ok) return { ok: true, output: [outcome.value.profile], warnings: outcome.value.warnings };
		const unknown = unknownQuotas(outcome.error).filter((name) => !refused.has(name));
		if (unknown.length === 0) return { ok: false, request: PROFILE, failure: outcome.error };
		for (const name of unknown) scope.refusedFields.add(inProfile(connection, name));
	}
}

/** A field as the memory of refused fields has it: other operations know fields of the same names. */
const inProfile = (connection: Connection, name: string): string => fieldAt(connection, `profile.${name}`);

/** The quotas for which alone a document was refused. */
function unknownQuotas(failure: Failure): readonly string[] {
	if (failure.kind !== 'graphqlErrors') return [];
	const { unknownFields } = failure;
	return unknownFields.every((name) => QUOTA_FIELDS.includes(name)) ? unknownFields : [];
}

/** A profile beside errors is one whose quotas could not be read, for example because the owner of the key may not see them. */
function readReply(reply: Reply): Result<Profile, Failure> {
	const outcome = PROFILE.read(reply);
	if (outcome.ok) return ok({ profile: outcome.value, warnings: [] });
	if (outcome.error.kind !== 'graphqlErrors' || !reply.answered) return outcome;
	const profile = readProfile(field(field(reply.body, 'data'), PROFILE.name));
	return profile.ok ? ok({ profile: profile.value, warnings: outcome.error.messages }) : err(outcome.error);
}

/** The profile as the service gives it (service API, section 2, Profile), with null for each quota that it does not give. */
function readProfile(profile: unknown): Result<IDataObject, string> {
	const id = idField(profile, 'id');
	if (id === null) return err('id');
	const account = field(profile, 'account');
	return ok({
		id,
		username: textField(profile, 'username'),
		email: textField(profile, 'email'),
		registeredAt: textField(profile, 'registeredAt'),
		quotas: {
			remainingMonthlyPosts: integerField(profile, 'remainingMonthlyPosts'),
			...Object.fromEntries(ACCOUNT_QUOTAS.map((name) => [name, integerField(account, name)])),
		},
	});
}
