import { Problem } from '../../errors.ts';
import {
  changeSettings,
  countStances,
  MAX_MUTED_WORDS,
  MAX_STANCES,
  type MutedWords,
  mutedWordsOf,
  muteWords,
  type NewStance,
  type ReaderSettings,
  setStance,
} from '../../feeds/readers/preferences.ts';
import { NotOpml, parseOpml } from '../../ingest/sources/opml/read.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { reason } from '../../reasons.ts';
import { findInterestSubject } from '../../signals/interests/named-interests.ts';
import { INTERESTS_CHANGED } from '../../streams.ts';
import type { AppContext } from '../context.ts';

/** Changes a reader's preferences, for the API and the pages alike, and invalidates every cache of their taste. */
export async function changeReader<T>(
  { database, log, feeds }: ReaderDeps,
  userId: string,
  change: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const changed = await database.transaction(async tx => {
    const outcome = await change(tx);
    // In the same transaction, so that no process reloads the reader too early (FEED-6).
    log.append(tx, INTERESTS_CHANGED, [{ userId }]);
    tx.afterCommit(() => feeds.tastes.forget(userId));
    return outcome;
  });
  feeds.tastes.forget(userId);
  return changed;
}

export async function chooseStance(context: ReaderDeps, userId: string, choice: NewStance): Promise<void> {
  const { subject, id, stance } = choice;
  if (stance !== null && stance !== 'follow' && subject !== 'source')
    throw new Problem(
      'validation-failed',
      reason(stance === 'block' ? 'only-sources-blocked' : 'only-sources-preferred'),
    );
  if (stance !== null && !(await findInterestSubject(context.database, subject, id)))
    throw new Problem('not-found', reason(`${subject}-unknown`));
  await changeReader(context, userId, async tx => {
    await setStance(tx, userId, choice, new Date(context.clock.now()));
    await limitStances(tx, userId);
  });
}

export async function addMutedWords(
  context: ReaderDeps,
  userId: string,
  words: string,
  until: Date | null,
): Promise<MutedWords> {
  const muted = { id: context.newId(), words: words.trim(), until, createdAt: new Date(context.clock.now()) };
  await changeReader(context, userId, async tx => {
    await muteWords(tx, userId, muted);
    if ((await mutedWordsOf(tx, userId)).length > MAX_MUTED_WORDS)
      throw new Problem('conflict', reason('too-many-muted', { max: MAX_MUTED_WORDS }));
  });
  return muted;
}

/** FEED-7: sets up a new reader's feed from topics, an OPML list of another reader, a language and a country. */
export async function startFeed(
  context: ReaderDeps,
  userId: string,
  { topics = [], opml, language, country }: StartFeed,
): Promise<{ topics: number; sources: number; unknown: string[] }> {
  const urls = opml === undefined ? [] : feedUrlsIn(opml);
  const now = new Date(context.clock.now());
  return changeReader(context, userId, async tx => {
    const known = await tx.many(
      row({ id: text, url: text }),
      sql`select id::text, url from sources where url = any (${urls}::text[]) limit ${MAX_STANCES}`,
    );
    const there = await tx.many(
      row({ id: text }),
      sql`select id from topics where id = any (${topics}::text[]) and is_active`,
    );
    const follow = (subject: NewStance['subject'], id: string) =>
      setStance(tx, userId, { subject, id, stance: 'follow' }, now);
    for (const { id } of there) await follow('topic', id);
    for (const { id } of known) await follow('source', id);
    await limitStances(tx, userId);
    const settings: Partial<ReaderSettings> = {
      ...(language === undefined ? {} : { language }),
      ...(country === undefined ? {} : { country }),
    };
    if (Object.keys(settings).length > 0) await changeSettings(tx, userId, settings, now);
    const found = new Set(known.map(({ url }) => url));
    const unknown = urls.filter(url => !found.has(url)).slice(0, MAX_UNKNOWN);
    return { topics: there.length, sources: known.length, unknown };
  });
}

async function limitStances(tx: Transaction, userId: string): Promise<void> {
  if ((await countStances(tx, userId)) > MAX_STANCES)
    throw new Problem('conflict', reason('too-many-followed', { max: MAX_STANCES }));
}

function feedUrlsIn(opml: string): string[] {
  try {
    const { entries } = parseOpml(new TextEncoder().encode(opml));
    return [...new Set(entries.map(({ url }) => url))];
  } catch (error) {
    if (error instanceof NotOpml) throw new Problem('validation-failed', error.reason);
    throw error;
  }
}

const MAX_UNKNOWN = 200;

export type ReaderDeps = Pick<AppContext, 'database' | 'log' | 'feeds' | 'clock' | 'newId'>;

interface StartFeed {
  readonly topics?: readonly string[];
  readonly opml?: string;
  readonly language?: string;
  readonly country?: string;
}
