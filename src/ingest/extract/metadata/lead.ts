import type { ArticleData } from './json-ld.ts';
import { firstMeta, type Signals } from './signals.ts';

/** The page's own summary, or else the first paragraph of the text. */
export function findLead(
  signals: Signals,
  data: ArticleData | null,
  lines: readonly string[],
): string | null {
  const told =
    firstMeta(signals, [
      'og:description',
      'description',
      'twitter:description',
      'dc.description',
      'dcterms.abstract',
      'sailthru.description',
    ]) ||
    (data?.description ?? '');
  const plain = told
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return plain || lines.find(line => line.length >= 60) || lines[0] || null;
}
