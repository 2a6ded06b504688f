import { Problem } from '../../errors.ts';
import type { Queryable, Transaction } from '../../platform/database/port.ts';
import { bool, int4, type RowOf, row, text, textArray, timestamptz } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { reason } from '../../reasons.ts';
import { wordsOf } from '../analysis/words.ts';
import { DEFAULT_SYNONYMS } from './default-synonyms.ts';

/** SRCH-3: sets of synonymous words and phrases, managed by operators. */

export function listSynonyms(database: Queryable): Promise<SynonymSet[]> {
  return database.many(SetRow, sql`select ${COLUMNS} from search_synonyms order by id`);
}

export function findSynonyms(database: Queryable, id: string): Promise<SynonymSet | null> {
  return database.maybe(SetRow, sql`select ${COLUMNS} from search_synonyms where id = ${id}`);
}

export async function addSynonyms(tx: Transaction, set: NewSynonyms, by: SynonymEditor): Promise<void> {
  checkWords(set.words);
  const { id, words, isActive, note } = set;
  const added = await tx.execute(sql`
    insert into search_synonyms (id, words, is_active, note, updated_at, changed_by)
    values (${id}, ${words}::text[], ${isActive}, ${note}, ${by.now}, ${by.userId})
    on conflict (id) do nothing
  `);
  if (added === 0) throw new Problem('conflict', reason('synonyms-exist', { id }));
  const { count } = await tx.one(COUNT, sql`select count(*)::integer as count from search_synonyms`);
  if (count > MAX_SETS) throw new Problem('conflict', reason('too-many-synonym-sets', { max: MAX_SETS }));
  await notifyChange(tx);
}

export async function changeSynonyms(
  tx: Transaction,
  id: string,
  { words, isActive, note }: SynonymsChange,
  by: SynonymEditor,
): Promise<void> {
  if (words) checkWords(words);
  const changed = await tx.execute(sql`
    update search_synonyms
    set words = coalesce(${words ?? null}::text[], words), is_active = coalesce(${isActive ?? null}, is_active),
      note = coalesce(${note ?? null}, note), updated_at = ${by.now}, changed_by = ${by.userId}
    where id = ${id}
  `);
  if (changed === 0) throw new Problem('synonyms-not-found');
  await notifyChange(tx);
}

export async function removeSynonyms(tx: Transaction, id: string): Promise<void> {
  if ((await tx.execute(sql`delete from search_synonyms where id = ${id}`)) === 0)
    throw new Problem('synonyms-not-found');
  await notifyChange(tx);
}

/** The synonyms of a new installation; later changes and deletions by operators stay. */
export async function seedSynonyms(database: Queryable, now: Date): Promise<void> {
  await database.execute(sql`
    insert into search_synonyms (id, words, note, updated_at)
    select id, words, note, ${now}
    from json_to_recordset(${JSON.stringify(DEFAULT_SYNONYMS)}::json) as usual (id text, words text[], note text)
    where not exists (select from search_synonyms)
    on conflict do nothing
  `);
}

/** Each entry has searchable words, and at least two entries differ after folding. */
function checkWords(words: readonly string[]): void {
  const read = words.map(each => wordsOf(each, MAX_WORDS + 1).map(({ folded }) => folded));
  if (read.some(({ length }) => length === 0 || length > MAX_WORDS))
    throw new Problem('validation-failed', reason('synonym-words', { max: MAX_WORDS }));
  if (new Set(read.map(each => each.join(' '))).size < 2)
    throw new Problem('validation-failed', reason('two-synonyms-required'));
}

async function notifyChange(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_notify(${SYNONYM_CHANNEL}, '')`);
}

export const SYNONYM_CHANNEL = 'search_synonyms';
export const MAX_SYNONYMS = 16;
const MAX_SETS = 5_000;
const MAX_WORDS = 6;

const COLUMNS = sql`id, words, is_active, note, updated_at`;
const COUNT = row({ count: int4 });
const SetRow = row({ id: text, words: textArray, is_active: bool, note: text, updated_at: timestamptz });
export type SynonymSet = RowOf<typeof SetRow>;
export type NewSynonyms = Pick<SynonymSet, 'id' | 'words' | 'isActive' | 'note'>;
export type SynonymsChange = {
  readonly [K in 'words' | 'isActive' | 'note']?: SynonymSet[K] | undefined;
};

interface SynonymEditor {
  readonly now: Date;
  readonly userId: string | null;
}
