/** The post that the form of the examples is filled in for, however it is filled in. */
import type { SandboxState } from '../../../sandbox/server';
import { PICTURE } from './samples';

/** What is entered: the day and the time in the time zone of n8n, which is that of this machine. */
export const ENTERED = { text: 'Balloons over the mill', day: '2035-05-04', time: '18:00' } as const;

/** What the page says at the end. */
export const FORM_ENDING = '@balloon_club on 4 May 2035, 18:00';

/** Fails unless the service holds the picture and one post with it, at the time that was entered. */
export function expectPostOfForm({ media, posts }: SandboxState): void {
	expect(media).toEqual([expect.objectContaining(PICTURE.asMedia)]);
	expect(posts).toEqual([
		expect.objectContaining({
			username: 'balloon_club',
			postAt: new Date(`${ENTERED.day}T${ENTERED.time}:00`).toISOString(),
			submissions: [expect.objectContaining({ text: ENTERED.text, mediaIds: [media[0]?.id] })],
		}),
	]);
}
