/*
 * Emoji of more than one character, as twitter-text 3.1.0 knows them: those of Unicode 11. A newer one counts as much as its parts.
 * What takes a skin tone is listed, because newer versions of Node know more than that. A test compares all of them.
 */
const SKIN_TONE = '\\p{Emoji_Modifier}';

const TAKES_SKIN_TONE =
	'[☝⛷⛹✊-✍🎅🏂-🏄🏇🏊-🏌👂👃👆-👐👦-👩👮👰-👸👼💁-💃💅-💇💪🕴🕵🕺🖐🖕🖖🙅-🙇🙋-🙏🚣🚴-🚶🛀🛌🤘-🤜🤞🤟🤦🤰-🤹🤽🤾🦵🦶🦸🦹🧑-🧝]';

/** Characters that the variation selector U+FE0F turns into emoji, and the emoji that may have it as well. */
const TAKES_SELECTOR =
	'(?:(?![#*0-9♾⚧]|\\p{Emoji_Presentation})\\p{Emoji}|[⌚⌛◽◾☔☕♈-♓♿⚓⚡⚪⚫⚽⚾⛄⛅⛔⛪⛲⛳⛵⛺⛽❗⬛⬜⭐⭕🀄🈚🈯])';

/** In the order in which they are tried; ZWJ is the character that joins emoji to one. */
const SEQUENCES = [
	`[👨👩]${SKIN_TONE}?ZWJ(?:[⚕⚖✈]\\uFE0F|[🌾🍳🎓🎤🎨🏫🏭💻💼🔧🔬🚀🚒🦰-🦳])`,
	`[🏋🏌🕴🕵⛹](?:${SKIN_TONE}|\\uFE0F)ZWJ[♀♂]\\uFE0F`,
	`[🏃🏄🏊👮👱👳👷💁💂💆💇🙅-🙇🙋🙍🙎🚣🚴-🚶🤦🤵🤷-🤹🤽🤾🦸🦹🧖-🧝]${SKIN_TONE}?ZWJ[♀♂]\\uFE0F`,
	'[👯🤼🧞🧟]ZWJ[♀♂]\\uFE0F',
	'(?:👨ZWJ❤\\uFE0FZWJ(?:💋ZWJ)?👨|👩ZWJ❤\\uFE0FZWJ(?:💋ZWJ)?[👨👩])',
	'(?:👨ZWJ[👨👩]|👩ZWJ👩|[👨👩])ZWJ(?:👦ZWJ👦|👧ZWJ[👦👧]|[👦👧])',
	'🏳\\uFE0FZWJ🌈|🏴ZWJ☠\\uFE0F|👁ZWJ🗨',
	'[#*0-9]\\uFE0F?\\u20E3',
	`[☝⛷⛹✌✍🏋🏌🕴🕵🖐]\\uFE0F${SKIN_TONE}`,
	`${TAKES_SKIN_TONE}${SKIN_TONE}`,
	`${TAKES_SELECTOR}\\uFE0F`,
	'\\p{RGI_Emoji_Tag_Sequence}|(?!🇨🇶)\\p{RGI_Emoji_Flag_Sequence}',
];

export const EMOJI_SEQUENCE = new RegExp(SEQUENCES.join('|').replaceAll('ZWJ', '\\u200D'), 'gv');
