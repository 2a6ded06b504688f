import { type GuidKey, guidKeyText, type IncomingArticle } from './incoming.ts';

/**
 * Matches incoming articles one after the other. The address decides; only where the address is unknown does the guid
 * (DEDUP-3); items of shared pages have further keys (item-address.ts). Every unknown key of an incoming article becomes
 * a key of its match.
 */
export function matchArticles(
  incoming: readonly IncomingArticle[],
  known: KnownKeys,
  idOf: (index: number) => string,
): ArticleMatches {
  const urls: NewKeys['urls'] = new Map();
  const guids: NewKeys['guids'] = new Map();
  const taken = ownersByOwnKeys(incoming, known);
  const matches = incoming.map((each, index): ArticleMatch => {
    const { urlHash, guid, shared } = each;
    const guidName = guid === null ? '' : guidKeyText(guid);
    const byUrl = known.urls.get(urlHash) ?? urls.get(urlHash)?.articleId;
    const byGuid = known.guids.get(guidName) ?? guids.get(guidName)?.articleId;
    const owner = byUrl ?? byGuid ?? ownerByText(each, known, taken);
    const articleId = owner ?? idOf(index);
    const isNew = owner === undefined;
    if (byUrl === undefined) urls.set(urlHash, { urlHash, articleId, isAlias: !isNew });
    if (guid && byGuid === undefined) guids.set(guidName, { ...guid, articleId, isAlias: !isNew });
    for (const key of shared ? [shared.text, shared.mark] : []) {
      const name = guidKeyText(key);
      if (!known.guids.has(name) && !guids.has(name)) guids.set(name, { ...key, articleId, isAlias: true });
    }
    return { articleId, isNew };
  });
  return { matches, keys: { urls, guids } };
}

/** Articles that no other item can be by its text alone. */
function ownersByOwnKeys(incoming: readonly IncomingArticle[], known: KnownKeys): Set<string> {
  return new Set(incoming.flatMap(each => (each.shared === null ? [] : (ownerByOwnKeys(each, known) ?? []))));
}

export function ownerByOwnKeys({ urlHash, guid }: IncomingArticle, known: KnownKeys): string | undefined {
  return known.urls.get(urlHash) ?? (guid === null ? undefined : known.guids.get(guidKeyText(guid)));
}

/** Each article is found in this way by one item of a document only. */
function ownerByText(
  { urlHash, shared }: IncomingArticle,
  known: KnownKeys,
  taken: Set<string>,
): string | undefined {
  if (shared === null) return undefined;
  const owner = known.guids.get(guidKeyText(shared.text)) ?? known.pageOwners.get(urlHash);
  if (owner === undefined || taken.has(owner)) return undefined;
  taken.add(owner);
  return owner;
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

/** Whose they are, addresses by their hash and guids by `guidKeyText`. */
export interface KnownKeys {
  readonly urls: Map<string, string>;
  readonly guids: Map<string, string>;
  /** By the address of an item of a shared page: the article that was alone at the page, if the item is that article. */
  readonly pageOwners: Map<string, string>;
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
