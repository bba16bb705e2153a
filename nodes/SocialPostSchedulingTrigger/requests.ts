import type { IDataObject } from 'n8n-workflow';
import { type Platform, PLATFORMS } from '../SocialPostScheduling/resources/platform';
import { postsOn, type StateArguments } from '../SocialPostScheduling/resources/post/list';
import { SOCIAL_ACCOUNTS } from '../SocialPostScheduling/resources/socialAccount/accounts';

/** The posts of a platform that were tried, whatever came of it, or those with one outcome. */
export const triedPosts = (
	platform: Platform,
	variables: IDataObject,
	submissionType: StateArguments['submissionType'] = 'ATTEMPTED',
) => postsOn(platform, variables, { submissionType });

/** All that the trigger may send. */
export const REQUESTS = [SOCIAL_ACCOUNTS, ...PLATFORMS.map(({ value }) => triedPosts(value, {}))];
