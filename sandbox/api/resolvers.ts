import type { Reply } from '../reply';
import { takeFromBudget } from '../store/accounts';
import type { Account } from '../store/accounts';
import { MEDIA_LABELS } from '../store/labels';
import { POST_TAGS } from '../store/postTags';
import { findMedia } from '../store/library';
import type { Media } from '../store/library';
import { POST_STEMS, stemOf } from '../store/platforms';
import type { PostStem } from '../store/platforms';
import type { Post, Submission } from '../store/posts';
import { quotasOf } from '../store/quotas';
import { socialAccountOf } from '../store/socialAccounts';
import { completeUpload } from '../upload/complete';
import { importFromUrl } from '../upload/fromUrl';
import { startUpload } from '../upload/start';
import type { World } from '../world';
import { metricsByDate, totalMetrics } from './analytics';
import type { MetricsArguments, SeriesArguments } from './analytics';
import { listMedia, listNextScheduleDates, listSocialAccounts } from './lists';
import type { MediaArguments, NextScheduleDatesArguments } from './lists';
import { deletePlatformPost, reschedulePost, submitPost } from './managePosts';
import type { PostArguments } from './managePosts';
import { failure, UPLOAD_BUDGET_EXCEEDED } from './payload';
import { postFields } from './postViews';
import { BigIntScalar, DateTimeScalar } from './scalars';
import { checkSchedule } from './schedule';
import type { ScheduleTweetInput } from './schedule';
import { listSubmissions } from './submissions';
import type { SubmissionArguments } from './submissions';
import { mediaFields } from './views';

/** What every resolver gets: the caller, the service, and a way to answer with something other than a payload. */
export interface CallContext {
	readonly account: Account;
	readonly world: World;
	/** A resolver leaves here what the whole call is answered with instead. */
	readonly override: { reply?: Reply };
}

interface Labelled {
	readonly mediaLabelIds?: ReadonlyArray<string | null> | null;
}

const labelIds = ({ mediaLabelIds }: Labelled) => (mediaLabelIds ?? []).filter((id) => id !== null);

const added = (world: World, media: Media) => ({ success: true, media: mediaFields(world, media), errors: [] });

/** An upload counts when it begins, whatever becomes of it (specification, section 8, rule 1). */
const countUpload = ({ world, account }: CallContext) => takeFromBudget(account, 'uploads', world.now());

const onePost =
	(stem: PostStem) =>
	(_: unknown, { id }: { id: string | number }, { account }: CallContext) => {
		const post = account.posts.find((candidate) => candidate.id === String(id) && stemOf(candidate.platform) === stem);
		return post && postFields(post);
	};

const submissionsOf =
	(stem: PostStem) =>
	(_: unknown, args: SubmissionArguments, { account }: CallContext) =>
		listSubmissions(account, stem, args);

const query = {
	profile: (_: unknown, __: unknown, { account, world }: CallContext) => ({
		...account.user,
		...quotasOf(account, world.now()),
	}),
	socialAccounts: (_: unknown, { platform }: { platform?: string | null }, { account }: CallContext) =>
		listSocialAccounts(account, platform),
	nextScheduleDates: (_: unknown, args: NextScheduleDatesArguments, { account, world }: CallContext) =>
		listNextScheduleDates(account, args, world.now()),
	mediaLabels: () => MEDIA_LABELS,
	postTags: (_: unknown, { activeOnly }: { activeOnly?: boolean | null }) =>
		POST_TAGS.filter(({ dateArchived }) => dateArchived === null || activeOnly === false),
	media: (_: unknown, args: MediaArguments, { account, world }: CallContext) => listMedia(world, account, args),
	...Object.fromEntries(POST_STEMS.map((stem) => [`${stem}Post`, onePost(stem)])),
	...Object.fromEntries(POST_STEMS.map((stem) => [`${stem}Submissions`, submissionsOf(stem)])),
	aggregatePostMetrics: (_: unknown, args: MetricsArguments, { account }: CallContext) => totalMetrics(account, args),
	postTimeSeriesMetrics: (_: unknown, args: SeriesArguments, { account }: CallContext) => metricsByDate(account, args),
};

const mutation = {
	uploadMediaFromUrl: async (
		_: unknown,
		args: Labelled & { readonly url: string; readonly name?: string | null },
		context: CallContext,
	) => {
		const { world, account } = context;
		if (!countUpload(context)) return UPLOAD_BUDGET_EXCEEDED;
		const media = await importFromUrl(world, account, { url: args.url, name: args.name, labelIds: labelIds(args) });
		return 'success' in media ? media : added(world, media);
	},
	startMediaUpload: (_: unknown, args: { size: bigint; mimeType: string }, context: CallContext) => {
		if (!countUpload(context)) return UPLOAD_BUDGET_EXCEEDED;
		return startUpload(context.world, context.account, args.size, args.mimeType);
	},
	completeMediaUpload: async (
		_: unknown,
		args: Labelled & { readonly uploadToken: string; readonly name: string },
		context: CallContext,
	) => {
		const { world, account } = context;
		const completion = { uploadToken: args.uploadToken, name: args.name, labelIds: labelIds(args) };
		const completed = await completeUpload(world, account, completion);
		if ('media' in completed) return added(world, completed.media);
		if ('success' in completed) return completed;
		context.override.reply = completed.instead;
		return failure();
	},
	scheduleTweet: (_: unknown, { input }: { input: ScheduleTweetInput }, { world, account }: CallContext) => {
		const errors = checkSchedule(input, account.library, world.now());
		if (errors.length > 0) return failure(...errors);
		const post = newPost(world, account, input);
		account.posts.push(post);
		return { success: true, errors: [], post: postFields(post) };
	},
	submitPlatformPost: (_: unknown, args: PostArguments, { world, account }: CallContext) =>
		submitPost(world, account, args),
	reschedulePlatformPost: (_: unknown, args: PostArguments & { postAt: Date }, { world, account }: CallContext) =>
		reschedulePost(world, account, args),
	deletePlatformPost: (
		_: unknown,
		args: PostArguments & { hardDelete?: boolean | null },
		{ world, account }: CallContext,
	) => deletePlatformPost(world, account, args),
};

function newPost(world: World, account: Account, input: ScheduleTweetInput): Post {
	const inOrder = [...input.thread].sort((a, b) => a.order - b.order);
	return {
		id: world.nextId('post'),
		platform: 'TWITTER',
		socialAccount: socialAccountOf(account.socialAccounts, 'TWITTER', input.username),
		publishingStatus: input.publishingStatus ?? 'READY_TO_PUBLISH',
		dateCreated: new Date(world.now()),
		postTags: POST_TAGS.filter(({ id }) => input.postTags?.includes(id)),
		submissions: inOrder.map(
			({ text, order, media }): Submission => ({
				id: world.nextId('submission'),
				text,
				order,
				postAt: input.postAt,
				media: (media ?? []).flatMap((reference) => findMedia(account.library, reference) ?? []),
			}),
		),
	};
}

/** The resolvers of schema.graphql. */
export const resolvers = {
	BigInt: BigIntScalar,
	DateTime: DateTimeScalar,
	APIQuery: query,
	APIMutation: mutation,
};
