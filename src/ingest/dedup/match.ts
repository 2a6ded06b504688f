import { type GuidKey, guidKeyText, type IncomingArticle } from './incoming.ts';

/**
 * Matches incoming articles one after the other. The address decides; only where the address is unknown does the guid
 * (DEDUP-3). Every unknown key of an incoming article becomes a key of its match.
 */
export function matchArticles(
  incoming: readonly IncomingArticle[],
  known: KnownKeys,
  idOf: (index: number) => string,
): ArticleMatches {
  const urls: NewKeys['urls'] = new Map();
  const guids: NewKeys['guids'] = new Map();
  const matches = incoming.map(({ urlHash, guid }, index): ArticleMatch => {
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
  /** One for each incoming article. */
  readonly matches: readonly ArticleMatch[];
  /** Keys that were unknown. */
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
  /** Not the article's own address. */
  readonly isAlias: boolean;
}

export interface NewGuid extends GuidKey {
  readonly articleId: string;
  readonly isAlias: boolean;
}
