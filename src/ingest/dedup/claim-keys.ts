import type { Transaction } from '../../platform/database/port.ts';
import { type GuidKey, guidKeyText, type IncomingArticle } from './incoming.ts';
import {
  insertGuids,
  insertNewKeys,
  insertUrls,
  readGuids,
  readUrls,
  repointGuids,
  repointUrls,
} from './key-statements.ts';
import { type ArticleMatch, type KnownKeys, matchArticles, type NewKeys } from './match.ts';

/**
 * Decides which article each sighting is, and owns every key that this makes. A key is either known (somebody
 * committed it) or ours (we inserted it, and whoever wants it too waits for our commit); the decision is final when
 * each is one of the two.
 *
 * Somebody may be faster between our look and our insert. Then their keys become known, all is decided again, and
 * keys of ours that were meant for another article are pointed at the right one.
 *
 * Where there are many, `prepare` is called with what will most likely be decided while the server is busy with them.
 */
export async function claimKeys(
  tx: Transaction,
  sightings: readonly IncomingArticle[],
  newId: () => string,
  prepare: (likely: readonly ArticleMatch[]) => void,
): Promise<readonly ArticleMatch[]> {
  const ids: string[] = [];
  const idOf = (index: number) => {
    ids[index] ??= newId();
    return ids[index];
  };
  const known: KnownKeys = { urls: new Map(), guids: new Map() };
  const ours: NewKeys = { urls: new Map(), guids: new Map() };
  await addKnownKeys(tx, known, {
    urls: sightings.map(({ urlHash }) => urlHash),
    guids: sightings.map(({ guid }) => guid).filter(guid => guid !== null),
  });
  const decision = matchArticles(sightings, known, idOf);
  const lost = await claim(tx, decision.keys, ours, () => prepare(decision.matches));
  if (lost.urls.length + lost.guids.length === 0) return decision.matches;

  await addKnownKeys(tx, known, lost);
  const final = matchArticles(sightings, known, idOf);
  await repointKeys(tx, final.keys, ours);
  return final.matches;
}

async function addKnownKeys(tx: Transaction, known: KnownKeys, { urls, guids }: KeyLists): Promise<void> {
  for (const { urlHash, articleId } of await readUrls(tx, urls)) known.urls.set(urlHash, articleId);
  for (const key of await readGuids(tx, guids)) known.guids.set(guidKeyText(key), key.articleId);
}

/** Inserts what is not ours yet; returns what somebody else has. Addresses first, then guids: one order for all. */
async function claim(
  tx: Transaction,
  wanted: NewKeys,
  ours: NewKeys,
  meanwhile: () => void,
): Promise<KeyLists> {
  if (wanted.urls.size >= SAVEPOINT_MIN_KEYS) {
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
  // A key that is neither ours nor known would be an article that nobody finds again.
  if (pointed !== urls.length + guids.length) throw new Error('a key was taken out by other means than ours');
}

/** So many that a savepoint costs less than it saves. */
const SAVEPOINT_MIN_KEYS = 100;

interface KeyLists {
  readonly urls: readonly string[];
  readonly guids: readonly GuidKey[];
}
