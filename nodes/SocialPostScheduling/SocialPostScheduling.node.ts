import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';
import { searchAccounts } from './listSearch/searchAccounts';
import { searchMedia } from './listSearch/searchMedia';
import { searchPosts } from './listSearch/searchPosts';
import { getMediaLabels } from './loadOptions/getMediaLabels';
import { getPostTags } from './loadOptions/getPostTags';
import { getSocialAccounts } from './loadOptions/getSocialAccounts';
import { properties } from './resources';
import { hints } from './resources/tweet/fields';

export class SocialPostScheduling implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Social Post Scheduling',
		name: 'socialPostScheduling',
		icon: {
			light: 'file:../../icons/socialPostScheduling.svg',
			dark: 'file:../../icons/socialPostScheduling.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter["resource"] + ": " + $parameter["operation"].replace(/([A-Z])/g, " $1").toLowerCase() }}',
		description: 'Schedule social media posts, upload their media, and check what became of them',
		defaults: { name: 'Social Post Scheduling' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		hints,
		// Not required for n8n: where it cannot be read, n8n would end the run before this node sees an item, and "Continue" would pass
		// all of them on as done.
		credentials: [{ name: 'socialPostSchedulingApi', required: false }],
		// No base URL: n8n would resolve its expression twice for each item before the first one is looked at.
		requestDefaults: {
			method: 'POST',
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		},
		// n8n adds its own to the list.
		properties: [...properties],
	};

	methods = {
		listSearch: { searchAccounts, searchMedia, searchPosts },
		loadOptions: { getMediaLabels, getPostTags, getSocialAccounts },
	};
}
