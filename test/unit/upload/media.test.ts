import fc from 'fast-check';
import { readMedia, readPayloadMedia } from '../../../nodes/SocialPostScheduling/upload/media';
import { isFailure, payloadReply } from '../builders';
import { COMPLETE_MEDIA_UPLOAD } from '../../../nodes/SocialPostScheduling/upload/complete';

const MUTATION = 'completeMediaUpload';

test('the media as the service gives it', () => {
	const media = { id: '4711', name: 'Balloons', url: 'https://cdn.example.com/1.png', mimeType: 'image/png', size: 12 };
	expect(readMedia(media)).toEqual({ ok: true, value: media });
});

test.each([
	['an id that travels as a number', { id: 4711 }, { id: '4711' }],
	['a size that travels as text', { id: '1', size: '524288000' }, { size: 524288000 }],
	['fields that are missing', { id: '1' }, { name: null, url: null, mimeType: null, size: null }],
	[
		'fields of another kind',
		{ id: '1', name: 7, url: {}, mimeType: [], size: 'big' },
		{ name: null, url: null, mimeType: null, size: null },
	],
])('%s', (_, media, expected) => {
	expect(readMedia(media)).toMatchObject({ ok: true, value: expected });
});

test('fields that nobody asked for are left out', () => {
	const outcome = readMedia({ id: '1', secret: 's' });
	expect(outcome.ok && Object.keys(outcome.value)).toEqual(['id', 'name', 'url', 'mimeType', 'size']);
});

test.each([
	['no media', {}],
	['media that is null', { media: null }],
	['media that is a list', { media: [{ id: '1' }] }],
	['no id', { media: { name: 'Balloons' } }],
	['an empty id', { media: { id: '' } }],
	['an id that is null', { media: { id: null } }],
])('with %s there is no use for the rest', (_, payload) => {
	expect(readPayloadMedia(payload)).toEqual({ ok: false, error: 'media.id' });
	expect(COMPLETE_MEDIA_UPLOAD.read(payloadReply(MUTATION, { success: true, ...payload }))).toEqual({
		ok: false,
		error: { kind: 'unexpectedResponse', missing: 'data.completeMediaUpload.media.id' },
	});
});

test('any JSON gives media with an id, or a cause of a known kind', () => {
	const media = fc.record({ id: fc.oneof(fc.string(), fc.jsonValue()), name: fc.jsonValue(), size: fc.jsonValue() });
	fc.assert(
		fc.property(fc.record({ media: fc.oneof(fc.jsonValue(), media) }), (payload) => {
			const outcome = COMPLETE_MEDIA_UPLOAD.read(payloadReply(MUTATION, { success: true, ...payload }));
			if (outcome.ok) expect(outcome.value.value.id).not.toBe('');
			else expect(isFailure(outcome.error)).toBe(true);
		}),
	);
});
