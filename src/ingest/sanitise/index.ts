import { type SanitiseOptions, Sanitiser } from './sanitiser.ts';
import { tokenise } from './tokeniser.ts';

export { excerptOf } from './excerpt.ts';
export { plainTextOf } from './plain-text.ts';
export type { SanitiseOptions } from './sanitiser.ts';
export { titleText } from './title.ts';

/**
 * PARSE-5: HTML from anywhere, made fit to be shown on a page of ours. What comes out is well-formed, holds
 * only elements and attributes from a list, asks nothing of other hosts but the pictures that it shows, and
 * does not change when it is sanitised again.
 */
export function sanitiseHtml(html: string, options: SanitiseOptions = {}): string {
  const sanitiser = new Sanitiser(options);
  tokenise(html.slice(0, MAX_INPUT_LENGTH), sanitiser);
  return sanitiser.finish();
}

/** More characters than any article has; what follows is not read. */
const MAX_INPUT_LENGTH = 6_000_000;
