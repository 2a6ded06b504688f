import type { ExtractedArticle } from '../../model/extracted-article.ts';
import { sanitiseHtml } from '../sanitise/index.ts';
import { findContent, preferDataBody } from './content/index.ts';
import type { HtmlElement } from './dom/element.ts';
import { parseHtml } from './dom/parse-html.ts';
import { textOf, visibleLines } from './dom/text.ts';
import { findAuthors, siteNameOf } from './metadata/authors.ts';
import { readArticleData } from './metadata/json-ld.ts';
import {
  findCanonical,
  findFeeds,
  findLanguage,
  findLead,
  findLeadImage,
  findSection,
  looksPaywalled,
  readRobots,
  resolve,
} from './metadata/page.ts';
import { collectSignals, type PageSignals } from './metadata/page-signals.ts';
import { findTimes } from './metadata/published.ts';
import { findTitle } from './metadata/title.ts';
import { countWords, readingMinutes } from './word-count.ts';

/**
 * PARSE-4: the article of a page, or null where the page has none. Pure and bounded: a page is read up to 5 MB
 * and 256 levels deep, and every step is one walk over what was read.
 */
export function extractArticle(html: string, context: { url: string }): ExtractedArticle | null {
  const document = parseHtml(html);
  const signals = collectSignals(document);
  const data = readArticleData(signals.dataBlocks);
  const siteName = siteNameOf(signals, data);
  const title = findTitle(signals, data, siteName);
  const base = resolve(signals.base, context.url) ?? context.url;
  const lines = linesAround(document, title);

  const times = findTimes({ signals, data, url: context.url, title, lines });
  const authors = findAuthors({
    signals,
    data,
    siteName,
    url: context.url,
    lines: lines.slice(0, NEAR_HEADLINE),
  });
  const found = findContent(document, () => parseHtml(html), {
    titles: titlesOf(signals, title),
    authors,
  });
  const { lines: body, html: dirty } = preferDataBody(found, data?.body ?? '');
  const text = body.join('\n');
  if (!text) return null;
  const words = countWords(text);
  return {
    title,
    authors,
    lead: findLead(signals, data, body),
    html: sanitiseHtml(dirty, { baseUrl: base }),
    text,
    leadImage: findLeadImage(signals, data, base),
    publishedTime: times.published,
    modifiedTime: times.modified,
    language: findLanguage(signals, data),
    canonicalUrl: findCanonical(signals, base),
    section: findSection(signals, data),
    siteName: siteName || null,
    wordCount: words,
    readingMinutes: readingMinutes(words, text),
    robots: readRobots(signals),
    feeds: findFeeds(signals, base),
    isPaywalled: looksPaywalled(data, signals, text),
    isFree: data?.free ?? null,
  };
}

const NEAR_HEADLINE = 40;

/** The lines of the page, starting a little above its headline, where dates and authors are. */
function linesAround(document: HtmlElement, title: string): string[] {
  const lines = visibleLines(document);
  const headline = lines.lastIndexOf(title);
  return headline > 0
    ? [...lines.slice(Math.max(0, headline - 6)), ...lines.slice(0, Math.max(0, headline - 6))]
    : lines;
}

function titlesOf(signals: PageSignals, title: string): string[] {
  const headings = signals.headings.filter(element => element.tag === 'h1').map(textOf);
  const shared = signals.meta.get('og:title') ?? [];
  return [...new Set([title, ...shared, ...headings])].filter(text => text.length > 2);
}
