import type { Article } from '../../model/article.ts';
import type { Story, StoryText } from '../../stories/queries/index.ts';

/** WEB-8: structured data of pages (schema.org). */
export function articleData(origin: string, article: Article, publisher: string | undefined): unknown {
  return {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: article.title.slice(0, 110),
    description: article.summary.slice(0, 200),
    datePublished: article.publishedAt.toISOString(),
    inLanguage: article.language ?? undefined,
    wordCount: article.wordCount,
    mainEntityOfPage: `${origin}/articles/${article.id}`,
    isBasedOn: /^https?:/i.test(article.url) ? article.url : undefined,
    author: article.authors.slice(0, 5).map(name => ({ '@type': 'Person', name })),
    publisher: publisher === undefined ? undefined : { '@type': 'NewsMediaOrganization', name: publisher },
  };
}

/** A story is described as an article whose parts are its coverage. */
export function storyData(origin: string, story: Story, texts: readonly StoryText[]): unknown {
  return {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: story.headline.slice(0, 110),
    description: story.lead.slice(0, 200),
    datePublished: story.firstSeenAt.toISOString(),
    dateModified: story.updatedAt.toISOString(),
    inLanguage: story.language,
    mainEntityOfPage: `${origin}/stories/${story.id}`,
    hasPart: texts.slice(0, 10).map(({ article }) => ({
      '@type': 'NewsArticle',
      headline: article.title,
      url: `${origin}/articles/${article.id}`,
    })),
  };
}

export function listData(origin: string, stories: readonly Story[]): unknown {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: stories.map(({ id, headline }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: headline,
      url: `${origin}/stories/${id}`,
    })),
  };
}
