import { textOf } from '../dom/text.ts';
import { plainWords } from '../similar.ts';
import type { ArticleData } from './json-ld.ts';
import { firstMeta, type PageSignals } from './page-signals.ts';

/** The headline: the one that two of the page's signals agree on, without the site's name. */
export function findTitle(signals: PageSignals, data: ArticleData | null, siteName: string): string {
  const page = signals.titles[0] ? textOf(signals.titles[0]) : '';
  const headings = signals.headings
    .filter(element => element.tag === 'h1')
    .map(textOf)
    .filter(text => text.length > 2);
  const shared = firstMeta(signals, [
    'og:title',
    'twitter:title',
    'dc.title',
    'dcterms.title',
    'headline',
    'sailthru.title',
    'parsely-title',
  ]);
  const named = withoutSite(shared || page, siteName);
  const whole = plainWords(page || shared);
  const heading = longestHeading(signals, whole, plainWords(named), plainWords(siteName));
  if (heading) return heading;
  const [only = '', ...others] = headings;
  if (others.length === 0 && only.length <= MAX_LENGTH && sharesWords(only, whole)) return only;
  const headline = data?.headline ?? '';
  if (
    headline &&
    plainWords(page).includes(plainWords(headline)) &&
    plainWords(headline) !== plainWords(siteName)
  )
    return headline;
  if (named) return named;
  return headings.length === 1 ? (headings[0] ?? '') : withoutSite(page, siteName);
}

/** A headline rewritten for search engines shares words with the original. */
function sharesWords(heading: string, title: string): boolean {
  const words = plainWords(heading).split(' ');
  const known = new Set(title.split(' '));
  return words.length >= 4 && words.filter(word => word.length >= 4 && known.has(word)).length >= 2;
}

/**
 * The longest heading that the page's title repeats. Many sites put their name into the first heading and the title too,
 * but it is hardly ever longer.
 */
function longestHeading(signals: PageSignals, title: string, named: string, site: string): string | null {
  let best: string | null = null;
  let length = 0;
  for (const element of signals.headings) {
    const text = textOf(element);
    const words = plainWords(text);
    if (words.length <= Math.max(3, length) || text.length > MAX_LENGTH || words === site) continue;
    const repeated = title.includes(words) || (element.tag === 'h1' && named !== '' && words.includes(named));
    if (!repeated) continue;
    best = text;
    length = words.length;
  }
  return best;
}

const MAX_LENGTH = 250;

/** Removes the site from "Headline - Site" and "Site: Headline"; a part of one word is never the headline. */
function withoutSite(title: string, siteName: string): string {
  const parts = title.split(/\s+[|–—\-»«·•:]+\s+|\s*[|»]\s*/u).filter(part => part.trim());
  if (parts.length < 2) return title.trim();
  const site = plainWords(siteName);
  const kept = parts.filter(part => !site || plainWords(part) !== site);
  if (kept.length < parts.length && kept.length > 0) return rejoin(title, kept);
  const last = parts.at(-1) ?? '';
  const before = title.slice(0, title.lastIndexOf(last)).replace(/[\s|–—\-»«·•:]+$/u, '');
  return last.split(' ').length <= 4 && before.split(' ').length >= 2 ? before.trim() : title.trim();
}

/** The kept parts are adjacent; the text between them is unchanged. */
function rejoin(title: string, kept: readonly string[]): string {
  const first = kept[0] ?? '';
  const last = kept.at(-1) ?? '';
  return title.slice(title.indexOf(first), title.lastIndexOf(last) + last.length).trim();
}
