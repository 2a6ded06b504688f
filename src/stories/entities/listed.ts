import type { Gazetteer } from './gazetteer.ts';
import type { Mention } from './mentions.ts';

/** In scripts without capitals a name is what stands in the list; the longest that begins at a place is meant. */
export function readListed(text: string, gazetteer: Gazetteer): Mention[] {
  const found: Mention[] = [];
  for (let at = 0; at < text.length; at++) {
    const form = gazetteer.startingAt(text, at);
    if (!form) continue;
    found.push({ text: form.text, words: form.words, known: form.name, kind: form.name.kind, isWeak: false });
    at += form.text.length - 1;
  }
  return found;
}
