import { mix } from '../../lib/bits.ts';

/** For names; texts are read by words.ts. */
export function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return mix(hash);
}
