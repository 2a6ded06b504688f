import { join } from 'node:path';

/** Where what was compiled is kept from one start to the next: beside the packages, and gone with them. */
export const COMPILE_CACHE = join(import.meta.dirname, '../node_modules/.cache/compiled');
