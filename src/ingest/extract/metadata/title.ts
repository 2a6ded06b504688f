import { plainWords } from '../content/similar.ts';
import { textOf } from '../dom/text.ts';
import type { ArticleData } from './json-ld.ts';
import { firstMeta, type Signals } from './signals.ts';

/** The headline: the one that two of the page's signals agree on, without the site's name. */
export function findTitle(signals: Signals, data: ArticleData | null, siteName: string): string {
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
  const heading = headings.find(text => {
    const words = plainWords(text);
    return (
      words.length > 3 &&
      (whole.includes(words) || words.includes(plainWords(named))) &&
      words !== plainWords(siteName)
    );
  });
  if (heading && heading.length < 250) return heading;
  const headline = data?.headline ?? '';
  if (
    headline &&
    plainWords(page).includes(plainWords(headline)) &&
    plainWords(headline) !== plainWords(siteName)
  )
    return headline;
  const second = signals.headings.find(
    element =>
      element.tag === 'h2' &&
      plainWords(textOf(element)).length > 12 &&
      whole.includes(plainWords(textOf(element))),
  );
  if (second) return textOf(second);
  if (named) return named;
  return headings.length === 1 ? (headings[0] ?? '') : withoutSite(page, siteName);
}

/** "Headline - Site" and "Site: Headline" lose what is the site's; a part of one word is never the headline. */
export function withoutSite(title: string, siteName: string): string {
  const parts = title.split(/\s+[|–—\-»«·•:]+\s+|\s*[|»]\s*/u).filter(part => part.trim());
  if (parts.length < 2) return title.trim();
  const site = plainWords(siteName);
  const kept = parts.filter(part => !site || plainWords(part) !== site);
  if (kept.length < parts.length && kept.length > 0) return rejoin(title, kept);
  const last = parts.at(-1) ?? '';
  const before = title.slice(0, title.lastIndexOf(last)).replace(/[\s|–—\-»«·•:]+$/u, '');
  return last.split(' ').length <= 4 && before.split(' ').length >= 2 ? before.trim() : title.trim();
}

/** The kept parts are neighbours; what stands between them in the title stays as it was. */
function rejoin(title: string, kept: readonly string[]): string {
  const first = kept[0] ?? '';
  const last = kept.at(-1) ?? '';
  return title.slice(title.indexOf(first), title.lastIndexOf(last) + last.length).trim();
}
