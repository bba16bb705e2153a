/** What the service is made to do with posts, and what it then has of them. */
import { addFault, stateOfService } from '../../support/service';

/** A post is carried out, and its response is lost on the way. */
export async function loseResponse(): Promise<void> {
	await addFault({ on: 'scheduleTweet', fault: { kind: 'status', status: 502, when: 'after' } });
}

export async function refuse(nth: number): Promise<void> {
	const errors = [{ field: null, code: null, message: 'Not now' }];
	await addFault({ on: 'scheduleTweet', nth, fault: { kind: 'payload', success: false, errors } });
}

/** The texts of the scheduled posts, without those in the trash. */
export async function posts(): Promise<string[]> {
	const { posts: all } = await stateOfService();
	return all
		.filter(({ dateDeleted }) => dateDeleted === null)
		.map(({ submissions }) => submissions.map(({ text }) => text).join());
}

/** How often a post was sent. */
export async function calls(): Promise<number> {
	return (await stateOfService()).log.filter(({ kind }) => kind === 'scheduleTweet').length;
}

/** The posts by their texts, each with the names of its files. */
export async function postsWithMedia(): Promise<Array<[text: string, files: string[]]>> {
	const state = await stateOfService();
	const nameOf = new Map(state.media.map(({ id, name }) => [id, name]));
	return state.posts
		.flatMap(({ submissions }) => submissions)
		.map(({ text, mediaIds }): [string, string[]] => [text, mediaIds.map((id) => nameOf.get(id) ?? id)])
		.sort(([one], [other]) => one.localeCompare(other));
}
