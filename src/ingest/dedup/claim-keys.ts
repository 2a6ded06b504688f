import type { Transaction } from '../../platform/database/port.ts';
import { guidKeyText, type IncomingArticle } from './incoming.ts';
import { insertGuids, insertNewKeys, insertUrls, repointGuids, repointUrls } from './key-statements.ts';
import { type ArticleMatch, type MatchedArticle, matchArticles, type NewKeys } from './match.ts';
import { addKnownKeys, type KeyLists, keysOf, noKeys, separateSharedPages } from './shared-pages.ts';

/**
 * Matches each incoming article with a stored or new one, and claims every new key. A key is either known (another
 * transaction committed it) or ours (we inserted it, and other writers of it wait for our commit); the match is final
 * when every key is one of the two.
 *
 * Another writer may insert a key between our lookup and our insert. Then its keys become known, everything is matched
 * again, and our keys that pointed to another article are repointed. An article may then turn out to share its page with
 * the one of the other writer, and has new keys to claim.
 *
 * With many keys, `prepare` is called with the likely matches while the server inserts the keys.
 */
export async function claimKeys(
  tx: Transaction,
  given: readonly IncomingArticle[],
  newId: () => string,
  prepare: (likely: readonly MatchedArticle[]) => void,
): Promise<readonly MatchedArticle[]> {
  const ids: string[] = [];
  const idOf = (index: number) => {
    ids[index] ??= newId();
    return ids[index];
  };
  const known = noKeys();
  const ours: NewKeys = { urls: new Map(), guids: new Map() };
  await addKnownKeys(tx, known, keysOf(given));
  for (let incoming = given, isFirst = true; ; isFirst = false) {
    incoming = await separateSharedPages(tx, incoming, known);
    const { matches, keys } = matchArticles(incoming, known, idOf);
    const matched = withMatches(incoming, matches);
    const lost = await claim(tx, keys, ours, () => prepare(matched));
    if (lost.urls.length + lost.guids.length === 0) {
      if (!isFirst) await repointKeys(tx, keys, ours);
      return matched;
    }
    await addKnownKeys(tx, known, lost);
  }
}

function withMatches(
  incoming: readonly IncomingArticle[],
  matches: readonly ArticleMatch[],
): MatchedArticle[] {
  return incoming.map((each, index) => {
    const match = matches[index];
    if (!match) throw new RangeError('every incoming article has a match');
    return { ...each, ...match };
  });
}

/** Inserts the keys that are not ours yet; returns those of other writers. Addresses first, then guids: one order for all. */
async function claim(
  tx: Transaction,
  wanted: NewKeys,
  ours: NewKeys,
  meanwhile: () => void,
): Promise<KeyLists> {
  const isFirst = ours.urls.size + ours.guids.size === 0;
  if (isFirst && wanted.urls.size >= SAVEPOINT_MIN_KEYS) {
    const all = await insertNewKeys(tx, [...wanted.urls.values()], [...wanted.guids.values()], meanwhile);
    if (all) return { urls: [], guids: [] };
  }
  const urls = [...wanted.urls.values()].filter(({ urlHash }) => !ours.urls.has(urlHash));
  const gotUrls = new Set((await insertUrls(tx, urls)).map(({ urlHash }) => urlHash));
  const guids = [...wanted.guids.values()].filter(key => !ours.guids.has(guidKeyText(key)));
  const gotGuids = new Set((await insertGuids(tx, guids)).map(guidKeyText));
  for (const key of urls) if (gotUrls.has(key.urlHash)) ours.urls.set(key.urlHash, key);
  for (const key of guids) if (gotGuids.has(guidKeyText(key))) ours.guids.set(guidKeyText(key), key);
  return {
    urls: urls.map(({ urlHash }) => urlHash).filter(urlHash => !gotUrls.has(urlHash)),
    guids: guids.filter(key => !gotGuids.has(guidKeyText(key))),
  };
}

async function repointKeys(tx: Transaction, decided: NewKeys, ours: NewKeys): Promise<void> {
  const urls = [...decided.urls.values()].filter(
    ({ urlHash, articleId }) => ours.urls.get(urlHash)?.articleId !== articleId,
  );
  const guids = [...decided.guids.values()].filter(
    key => ours.guids.get(guidKeyText(key))?.articleId !== key.articleId,
  );
  const pointed = (await repointUrls(tx, urls)) + (await repointGuids(tx, guids));
  // A key that is neither ours nor known would leave an article that cannot be found.
  if (pointed !== urls.length + guids.length) throw new Error('an article key was deleted concurrently');
}

/** From this number on a savepoint costs less than it saves. */
const SAVEPOINT_MIN_KEYS = 100;
