import { type SanitiseOptions, Sanitiser } from './sanitiser.ts';
import { tokenise } from './tokeniser.ts';

export { excerptOf } from './excerpt.ts';
export { plainTextOf } from './plain-text.ts';
export type { SanitiseOptions } from './sanitiser.ts';
export { titleText } from './title.ts';

/**
 * PARSE-5: sanitises HTML from any source for our pages. The output is well-formed, contains only allowed elements and
 * attributes, loads nothing from other hosts except its pictures, and is stable under sanitising again.
 */
export function sanitiseHtml(html: string, options: SanitiseOptions = {}): string {
  const sanitiser = new Sanitiser(options);
  tokenise(html.slice(0, MAX_INPUT_LENGTH), sanitiser);
  return sanitiser.finish();
}

/** More characters than any article has; the rest is ignored. */
const MAX_INPUT_LENGTH = 6_000_000;
