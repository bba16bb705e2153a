/** Copies of our package that read and hand on the file in pieces of another size. */
import type { Patch } from './install';
import { installVariant } from './install';

/** Sizes of a piece that are compared, in KiB. */
export const PIECES_KIB = [64, 256, 512, 1024, 2048, 4096] as const;

const BYTES_PER_KIB = 1024;

export function packageWithPieces(kib: number): string {
	return `n8n-nodes-bench-pieces-${kib}`;
}

export function installPieces(userFolder: string): void {
	for (const kib of PIECES_KIB) {
		const to = `$1${kib * BYTES_PER_KIB};`;
		const patches: Patch[] = [
			{ file: 'upload/source.js', from: /(exports\.CHUNK_BYTES = )(?!exports|void)[^;]+;/, to },
		];
		installVariant(userFolder, packageWithPieces(kib), patches);
	}
}
