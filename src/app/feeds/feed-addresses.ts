import { Problem } from '../../errors.ts';
import {
  createFeedToken,
  type FeedToken,
  listFeedTokens,
  MAX_TOKENS,
  revokeFeedToken,
  type TokenFeed,
} from '../../feeds/readers/tokens.ts';
import { isUuid } from '../../lib/ids.ts';
import { reason } from '../../reasons.ts';
import type { AppContext } from '../context.ts';

/** FEED-12: creates the addresses of a private feed. The secret in them is returned once and never stored. */
export async function createFeedAddresses(
  context: Pick<AppContext, 'database' | 'newId' | 'clock' | 'random' | 'origin'>,
  userId: string,
  feed: TokenFeed,
  savedSearchId?: string,
): Promise<FeedAddresses> {
  const { database, newId, clock, random, origin } = context;
  const id = newId();
  const token = await database.transaction(async tx => {
    const of = savedSearchId === undefined ? { feed } : { feed, savedSearchId };
    const secret = await createFeedToken(tx, { id, userId, ...of, now: new Date(clock.now()), random });
    if ((await listFeedTokens(tx, userId)).length > MAX_TOKENS)
      throw new Problem('conflict', reason('too-many-feed-addresses', { max: MAX_TOKENS }));
    return secret;
  });
  const at = (format: string) => `${origin}/feeds/private/${token}.${format}`;
  return { id, atom: at('atom'), rss: at('rss'), json: at('json') };
}

/** The private feeds of a saved search. */
export async function feedTokensOf(
  { database }: Pick<AppContext, 'database'>,
  userId: string,
  savedSearchId: string,
): Promise<FeedToken[]> {
  const tokens = await listFeedTokens(database, userId);
  return tokens.filter(token => token.savedSearchId === savedSearchId);
}

/** Does nothing when the reader has no such addresses. */
export async function revokeFeedAddresses(
  { database }: Pick<AppContext, 'database'>,
  userId: string,
  id: string,
): Promise<void> {
  if (isUuid(id)) await revokeFeedToken(database, userId, id);
}

export interface FeedAddresses {
  readonly id: string;
  readonly atom: string;
  readonly rss: string;
  readonly json: string;
}
