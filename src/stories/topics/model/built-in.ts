import { readFileSync } from 'node:fs';
import path from 'node:path';
import { decodeModel } from './file.ts';
import type { LinearModel } from './linear.ts';

/** The bytes of the model that the product comes with; worker threads share them and decode for themselves. */
export function builtInModelBytes(): Uint8Array {
  return readFileSync(path.join(import.meta.dirname, '../../../../models/topics.model'));
}

/** Takes a moment, so whoever labels articles does it once at the start. */
export function builtInModel(): LinearModel {
  return decodeModel(builtInModelBytes());
}
