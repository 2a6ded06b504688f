import { mix } from '../../lib/bits.ts';
import { stripBoilerplate } from './boilerplate.ts';
import { type Fingerprint, fingerprint } from './fingerprint.ts';
import { WordHasher } from './word-hashes.ts';

/**
 * COPY-1: the fingerprint of an article's headline and text, without what publishers add to both. Without a usable
 * body the feed's summary is used.
 */
export function fingerprintArticle(article: FingerprintInput): Fingerprint {
  const headline = headlineWithoutPublisher(article.title);
  const body = stripBoilerplate(article.bodyText);
  const text = hasWords(body, MIN_BODY_WORDS) ? body : stripBoilerplate(article.summary);
  return { ...fingerprint(`${headline}\n${text}`), title: headlineHash(headline) };
}

/**
 * The headline without the publication's name at its end: "Storm hits coast - Evening News". Only one name is cut,
 * and only when enough is left: the headline itself may contain a dash.
 */
export function headlineWithoutPublisher(title: string): string {
  const headline = title.trim();
  const shorter = headline.replace(PUBLISHER, '');
  return hasWords(shorter, MIN_HEADLINE_WORDS) ? shorter : headline;
}

/** 0 for short headlines: many texts are titled "Letters to the editor". */
function headlineHash(headline: string): number {
  reader.read(headline);
  if (reader.count < MIN_HEADLINE_WORDS) return 0;
  let hash = reader.count;
  for (let index = 0; index < reader.count; index++)
    hash = mix(Math.imul(hash, 31) ^ (reader.words[index] ?? 0));
  return hash || 1;
}

function hasWords(text: string, count: number): boolean {
  reader.read(text.length > 2_000 ? text.slice(0, 2_000) : text);
  return reader.count >= count;
}

const reader = new WordHasher();

const MIN_HEADLINE_WORDS = 6;
const MIN_BODY_WORDS = 12;
const PUBLISHER = /\s+(?:[-–|·•»]|::)\s+[^-–|·•»]{2,50}$/u;

export interface FingerprintInput {
  readonly title: string;
  readonly summary: string;
  readonly bodyText: string;
}
