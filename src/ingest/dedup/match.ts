import { type GuidKey, guidKeyText, type IncomingArticle } from './incoming.ts';

/**
 * Which article each sighting is, as if they came one after the other. The address decides; only where the address
 * is unknown does the guid (DEDUP-3). Whatever key of a sighting is unknown becomes a key of its article.
 */
export function matchArticles(
  sightings: readonly IncomingArticle[],
  known: KnownKeys,
  idOf: (index: number) => string,
): ArticleMatches {
  const urls: NewKeys['urls'] = new Map();
  const guids: NewKeys['guids'] = new Map();
  const matches = sightings.map(({ urlHash, guid }, index): ArticleMatch => {
    const guidName = guid === null ? '' : guidKeyText(guid);
    const byUrl = known.urls.get(urlHash) ?? urls.get(urlHash)?.articleId;
    const byGuid = known.guids.get(guidName) ?? guids.get(guidName)?.articleId;
    const articleId = byUrl ?? byGuid ?? idOf(index);
    const isNew = byUrl === undefined && byGuid === undefined;
    if (byUrl === undefined) urls.set(urlHash, { urlHash, articleId, isAlias: !isNew });
    if (guid && byGuid === undefined) guids.set(guidName, { ...guid, articleId, isAlias: !isNew });
    return { articleId, isNew };
  });
  return { matches, keys: { urls, guids } };
}

export interface ArticleMatches {
  /** One for each sighting. */
  readonly matches: readonly ArticleMatch[];
  /** Those that nobody had before. */
  readonly keys: NewKeys;
}

/** An incoming article and the stored or new article that it is. */
export type MatchedArticle = IncomingArticle & ArticleMatch;

export interface ArticleMatch {
  readonly articleId: string;
  readonly isNew: boolean;
}

/** Whose they are, addresses by their hash and guids by `nameOf`. */
export interface KnownKeys {
  readonly urls: Map<string, string>;
  readonly guids: Map<string, string>;
}

export interface NewKeys {
  readonly urls: Map<string, NewUrl>;
  readonly guids: Map<string, NewGuid>;
}

export interface NewUrl {
  readonly urlHash: string;
  readonly articleId: string;
  /** Not the address under which the article is stored. */
  readonly isAlias: boolean;
}

export interface NewGuid extends GuidKey {
  readonly articleId: string;
  readonly isAlias: boolean;
}
