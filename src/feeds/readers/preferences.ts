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

/** FEED-14: the preferences of many readers, in as many statements as for one. */
export async function preferencesOf(
  database: Queryable,
  userIds: readonly string[],
): Promise<(userId: string) => Preferences> {
  const [settings, stances, mutedWords] = await Promise.all([
    settingsOfMany(database, userIds),
    stancesOfMany(database, userIds),
    mutedWordsOfMany(database, userIds),
  ]);
  return userId => ({
    settings: settings.get(userId) ?? NO_SETTINGS,
    stances: stances.get(userId) ?? [],
    mutedWords: mutedWords.get(userId) ?? [],
  });
}

export async function settingsOf(database: Queryable, userId: string): Promise<ReaderSettings> {
  return (await settingsOfMany(database, [userId])).get(userId) ?? NO_SETTINGS;
}

async function settingsOfMany(
  database: Queryable,
  userIds: readonly string[],
): Promise<Map<string, ReaderSettings>> {
  const found = await database.many(
    SettingsRow,
    sql`
      select user_id, language, country, hides_paywalled, lifts_rare, folds_seen, digest from reader_settings
      where user_id = any (${userIds}::uuid[])
    `,
  );
  return new Map(
    found.map(({ userId, digest, ...settings }) => [userId, { ...settings, digest: digestOf(digest) }]),
  );
}

export async function changeSettings(
  database: Queryable,
  userId: string,
  change: Partial<ReaderSettings>,
  now: Date,
): Promise<void> {
  const next = { ...(await settingsOf(database, userId)), ...change };
  await database.execute(sql`
    insert into reader_settings (user_id, language, country, hides_paywalled, lifts_rare, folds_seen, digest, updated_at)
    values (${userId}, ${next.language}, ${next.country}, ${next.hidesPaywalled}, ${next.liftsRare},
      ${next.foldsSeen}, ${next.digest}, ${now})
    on conflict (user_id) do update set language = excluded.language, country = excluded.country,
      hides_paywalled = excluded.hides_paywalled, lifts_rare = excluded.lifts_rare, folds_seen = excluded.folds_seen,
      digest = excluded.digest, updated_at = excluded.updated_at
  `);
}

/** Newest first; those on topics with their dimension of the topic vector. */
export async function stancesOf(database: Queryable, userId: string): Promise<ReaderStance[]> {
  return (await stancesOfMany(database, [userId])).get(userId) ?? [];
}

async function stancesOfMany(
  database: Queryable,
  userIds: readonly string[],
): Promise<Map<string, ReaderStance[]>> {
  const stances = await database.many(
    StanceRow,
    sql`
      select stance.user_id, stance.subject, stance.id, stance.stance, stance.since, topics.dimension,
        coalesce(topics.name, entities.name, sources.name, stance.id) as name
      from reader_stances as stance
      left join topics on stance.subject = 'topic' and topics.id = stance.id
      left join entities on stance.subject = 'entity' and entities.key = stance.id
      left join sources on stance.subject = 'source' and sources.id::text = stance.id
      where stance.user_id = any (${userIds}::uuid[])
      order by stance.since desc, stance.subject, stance.id
    `,
  );
  return Map.groupBy(stances, ({ userId }) => userId);
}

/** One stance per subject: blocking a source ends following it. Null removes the stance. */
export async function setStance(
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

export async function mutedWordsOf(database: Queryable, userId: string): Promise<MutedWords[]> {
  return (await mutedWordsOfMany(database, [userId])).get(userId) ?? [];
}

async function mutedWordsOfMany(
  database: Queryable,
  userIds: readonly string[],
): Promise<Map<string, MutedWords[]>> {
  const muted = await database.many(
    WordsRow,
    sql`
      select user_id, id, words, until, created_at from reader_muted_words
      where user_id = any (${userIds}::uuid[]) order by created_at desc, id desc
    `,
  );
  return Map.groupBy(muted, ({ userId }) => userId);
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
  user_id: uuid,
  language: nullable(text),
  country: nullable(text),
  hides_paywalled: bool,
  lifts_rare: bool,
  folds_seen: bool,
  digest: text,
});
const StanceRow = row({
  user_id: uuid,
  subject: text,
  id: text,
  stance: text,
  since: timestamptz,
  dimension: nullable(int4),
  name: text,
});
const WordsRow = row({
  user_id: uuid,
  id: uuid,
  words: text,
  until: nullable(timestamptz),
  created_at: timestamptz,
});

const NO_SETTINGS: ReaderSettings = {
  language: null,
  country: null,
  hidesPaywalled: false,
  liftsRare: true,
  foldsSeen: false,
  digest: 'none',
};

/** Far above what readers use; each one is checked for every story. */
export const MAX_STANCES = 1_000;
export const MAX_MUTED_WORDS = 200;

export type ReaderStance = Omit<RowOf<typeof StanceRow>, 'userId'>;
export type MutedWords = Omit<RowOf<typeof WordsRow>, 'userId'>;

export interface ReaderSettings {
  readonly language: string | null;
  readonly country: string | null;
  readonly hidesPaywalled: boolean;
  /** Whether sources that publish rarely are ranked up. */
  readonly liftsRare: boolean;
  /** STORY-7: whether coverage seen at the last visit is folded on the page of a story. */
  readonly foldsSeen: boolean;
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
