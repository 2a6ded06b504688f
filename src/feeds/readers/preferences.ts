import type { Queryable } from '../../platform/database/port.ts';
import {
  bool,
  int4,
  nullable,
  type RowOf,
  row,
  text,
  timestamptz,
  uuid,
} from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/** FEED-14: what a reader said about their feeds. */
export async function preferencesOf(database: Queryable, userId: string): Promise<Preferences> {
  const [settings, stances, mutedWords] = await Promise.all([
    settingsOf(database, userId),
    stancesOf(database, userId),
    mutedWordsOf(database, userId),
  ]);
  return { settings, stances, mutedWords };
}

export async function settingsOf(database: Queryable, userId: string): Promise<ReaderSettings> {
  const found = await database.maybe(
    SettingsRow,
    sql`select language, country, hides_paywalled, digest from reader_settings where user_id = ${userId}`,
  );
  return found ? { ...found, digest: digestOf(found.digest) } : NO_SETTINGS;
}

export async function changeSettings(
  database: Queryable,
  userId: string,
  change: Partial<ReaderSettings>,
  now: Date,
): Promise<void> {
  const next = { ...(await settingsOf(database, userId)), ...change };
  await database.execute(sql`
    insert into reader_settings (user_id, language, country, hides_paywalled, digest, updated_at)
    values (${userId}, ${next.language}, ${next.country}, ${next.hidesPaywalled}, ${next.digest}, ${now})
    on conflict (user_id) do update set language = excluded.language, country = excluded.country,
      hides_paywalled = excluded.hides_paywalled, digest = excluded.digest, updated_at = excluded.updated_at
  `);
}

/** Newest first, with the place in the topic vector of those on topics. */
export function stancesOf(database: Queryable, userId: string): Promise<ReaderStance[]> {
  return database.many(
    StanceRow,
    sql`
      select stance.subject, stance.id, stance.stance, stance.since, topics.dimension as place,
        coalesce(topics.name, entities.name, sources.name, stance.id) as name
      from reader_stances as stance
      left join topics on stance.subject = 'topic' and topics.id = stance.id
      left join entities on stance.subject = 'entity' and entities.key = stance.id
      left join sources on stance.subject = 'source' and sources.id::text = stance.id
      where stance.user_id = ${userId}
      order by stance.since desc, stance.subject, stance.id
    `,
  );
}

/** One stance on a thing: who blocks a source no longer follows it. Null takes back what was said. */
export async function takeStance(
  database: Queryable,
  userId: string,
  { subject, id, stance }: NewStance,
  now: Date,
): Promise<void> {
  if (stance === null) {
    await database.execute(
      sql`delete from reader_stances where user_id = ${userId} and subject = ${subject} and id = ${id}`,
    );
    return;
  }
  await database.execute(sql`
    insert into reader_stances (user_id, subject, id, stance, since)
    values (${userId}, ${subject}, ${id}, ${stance}, ${now})
    on conflict (user_id, subject, id) do update set stance = excluded.stance, since = excluded.since
  `);
}

export async function countStances(database: Queryable, userId: string): Promise<number> {
  const { count } = await database.one(
    row({ count: int4 }),
    sql`select count(*)::int as count from reader_stances where user_id = ${userId}`,
  );
  return count;
}

export function mutedWordsOf(database: Queryable, userId: string): Promise<MutedWords[]> {
  return database.many(
    WordsRow,
    sql`
      select id, words, until, created_at from reader_muted_words
      where user_id = ${userId} order by created_at desc, id desc
    `,
  );
}

export async function muteWords(database: Queryable, userId: string, muted: MutedWords): Promise<void> {
  const { id, words, until, createdAt } = muted;
  await database.execute(sql`
    insert into reader_muted_words (user_id, id, words, until, created_at)
    values (${userId}, ${id}, ${words}, ${until}, ${createdAt})
  `);
}

export async function unmuteWords(database: Queryable, userId: string, id: string): Promise<boolean> {
  const gone = await database.execute(
    sql`delete from reader_muted_words where user_id = ${userId} and id = ${id}`,
  );
  return gone > 0;
}

function digestOf(word: string): ReaderSettings['digest'] {
  return word === 'daily' || word === 'weekly' ? word : 'none';
}

const SettingsRow = row({
  language: nullable(text),
  country: nullable(text),
  hides_paywalled: bool,
  digest: text,
});
const StanceRow = row({
  subject: text,
  id: text,
  stance: text,
  since: timestamptz,
  place: nullable(int4),
  name: text,
});
const WordsRow = row({ id: uuid, words: text, until: nullable(timestamptz), created_at: timestamptz });

const NO_SETTINGS: ReaderSettings = { language: null, country: null, hidesPaywalled: false, digest: 'none' };

/** Nobody keeps so many by hand, and each is looked at for every story. */
export const MOST_STANCES = 1_000;
export const MOST_MUTED_WORDS = 200;

export type ReaderStance = RowOf<typeof StanceRow>;
export type MutedWords = RowOf<typeof WordsRow>;

export interface ReaderSettings {
  readonly language: string | null;
  readonly country: string | null;
  readonly hidesPaywalled: boolean;
  readonly digest: 'none' | 'daily' | 'weekly';
}

export interface NewStance {
  readonly subject: 'topic' | 'entity' | 'source';
  readonly id: string;
  readonly stance: 'follow' | 'prefer' | 'block' | null;
}

export interface Preferences {
  readonly settings: ReaderSettings;
  readonly stances: readonly ReaderStance[];
  readonly mutedWords: readonly MutedWords[];
}
