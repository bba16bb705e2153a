const { dest, src } = require('gulp');

/** What tsc does not carry into dist: the icons, and the codex files beside the nodes. */
function copyStaticFiles() {
	return src(['icons/*.svg', 'nodes/**/*.node.json'], { base: '.', encoding: false }).pipe(dest('dist'));
}

exports.default = copyStaticFiles;
