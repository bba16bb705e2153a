import type { INodeProperties } from 'n8n-workflow';

/** When a post is to be posted. `validation/postAt.ts` reads it. */
export const postAt: INodeProperties = {
	displayName: 'Post At',
	name: 'postAt',
	type: 'dateTime',
	required: true,
	default: '',
	placeholder: 'e.g. 2030-05-17T09:30:00',
	description:
		'When to post. Tomorrow at 9:00 is the expression {{ $now.plus({ days: 1 }).set({ hour: 9, minute: 0, second: 0, millisecond: 0 }).toISO() }}. In the calendar, a day alone means midnight, a date that does not exist becomes another one, and the old time stays when what you type cannot be read: check the time in the output. To set an offset such as +02:00, use an expression.',
	hint: 'In the time zone of the workflow settings. A workflow that runs every day needs an expression: the tooltip of this field has one. "readablePostAt" in the output shows the time that was understood.',
};
