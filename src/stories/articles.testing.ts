import type { Article, Publisher } from '../../world/types.ts';
import { createWorld } from '../../world/world.ts';
import type { SourceDraft } from '../ingest/sources/registry.ts';
import { ABSENT_FIELDS, type NewArticle } from '../model/article.ts';

/**
 * Articles of the demo world as feeds deliver them, oldest first: the last `count` before a moment in the given
 * languages.
 */
export function worldArticles({ before, count, languages, seed = 7 }: WorldArticlesQuery): WrittenArticle[] {
  const world = createWorld({ seed, startsAt: before, publishers: 80 });
  const found: WrittenArticle[] = [];
  for (const article of world.articlesUntil(before)) {
    if (languages && !languages.includes(article.publisher.language)) continue;
    const { eventId = null, copyOf = null } = world.truthOf(article.id) ?? {};
    found.push({ article, eventId, copyOf });
    if (found.length === count) break;
  }
  return found.reverse();
}

export function sourceOf({ domain, name, language, country, credibility }: Publisher): SourceDraft {
  return { name, url: `https://${domain}/feed`, kind: 'feed', language, country, credibility };
}

export function newArticleOf(article: Article, sourceId: string): NewArticle {
  const { publisher, headline, summary, paragraphs, byline, image, section } = article;
  const bodyText = paragraphs.join('\n\n');
  return {
    ...ABSENT_FIELDS,
    sourceId,
    url: `https://${publisher.domain}${article.path}`,
    guid: article.guid,
    title: headline,
    summary,
    bodyHtml: paragraphs.map(paragraph => `<p>${paragraph}</p>`).join('\n'),
    bodyText,
    publishedAt: new Date(article.publishedAt),
    hasOwnDate: true,
    authors: [byline],
    categories: [section],
    language: publisher.language,
    section,
    image: image === null ? null : { url: `https://${publisher.domain}/${image}`, width: null, height: null },
    wordCount: bodyText.split(/\s+/u).length,
    origin: 'feed',
  };
}

export interface WrittenArticle {
  readonly article: Article;
  /** The event that it reports; null for none. */
  readonly eventId: string | null;
  /** The original of a copied text. */
  readonly copyOf: string | null;
}

interface WorldArticlesQuery {
  /** Milliseconds. */
  readonly before: number;
  readonly count: number;
  /** All languages when left out. */
  readonly languages?: readonly string[];
  readonly seed?: number;
}
