/** Bytes in a mebibyte. */
export const MIB = 1024 * 1024;
/** Bytes in a kilobyte, as package sizes are told. */
export const KB = 1000;
export const MS_PER_SECOND = 1000;
