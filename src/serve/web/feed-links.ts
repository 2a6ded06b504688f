import type { HtmlValue } from '../../app/markup/html.ts';
import type { AlternateFeed } from './page.ts';

/** FEED-12, WEB-8: links in the head of a page to feeds with its content. */
export function feedLinks(path: string, title: HtmlValue, query = ''): AlternateFeed[] {
  return FORMATS.map(([ending, type]) => ({ href: `${path}.${ending}${query}`, type, title }));
}

const FORMATS = [
  ['atom', 'application/atom+xml'],
  ['rss', 'application/rss+xml'],
  ['json', 'application/feed+json'],
] as const;
