import { join } from 'node:path';

/** Directory of compiled code that later starts reuse. It is inside node_modules and is deleted with it. */
export const COMPILE_CACHE = join(import.meta.dirname, '../node_modules/.cache/compiled');
