import { type Tweet, withTexts } from '../../../../nodes/SocialPostScheduling/resources/tweet/thread';

const tweetOf = (text: string, files: Tweet['files'] = []): Tweet => ({
	text,
	files,
	places: { tweet: text, text, media: 'Media' },
});
const FILE = { place: 'Media', media: { id: '1' } };

test('other texts of tweets: each keeps its files, and further ones have none', () => {
	const tweets = [tweetOf('a', [FILE]), tweetOf('b')];
	expect(withTexts(tweets, ['A', 'B'])).toMatchObject([
		{ text: 'A', files: [FILE] },
		{ text: 'B', files: [] },
	]);
	expect(withTexts(tweets, ['A'])).toMatchObject([{ text: 'A', files: [FILE] }]);
	expect(withTexts([tweetOf('a', [FILE])], ['A', 'B'])).toMatchObject([
		{ text: 'A', files: [FILE] },
		{ text: 'B', files: [] },
	]);
	expect(withTexts([], ['A'])).toEqual([]);
});
