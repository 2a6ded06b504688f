import { Problem } from '../../../errors.ts';
import { TOPIC_DIMENSIONS } from '../../../model/topic-vector.ts';
import type { Transaction } from '../../../platform/database/port.ts';
import { bool, int4, nullable, row, text } from '../../../platform/database/rows.ts';
import { sql } from '../../../platform/database/sql.ts';
import { reason } from '../../../reasons.ts';
import { TOPICS_CHANGED } from './taxonomy-store.ts';

/**
 * TOPIC-1: changes by operators. A topic keeps one of 128 dimensions for ever, so one with stories is deactivated
 * instead of removed. Labellers are notified at the end of the transaction.
 */
export async function addTopic(
  tx: Transaction,
  { id, name, parent, keywords }: NewTopic,
  now: Date,
): Promise<void> {
  await lockTaxonomy(tx);
  if (await stateOf(tx, id)) throw new Problem('conflict', reason('topic-exists'));
  await checkParent(tx, parent);
  const { dimension } = await tx.one(
    row({ dimension: nullable(int4) }),
    sql`
      select min(place) as dimension from generate_series(0, ${TOPIC_DIMENSIONS - 1}) as place
      where place not in (select dimension from topics)
    `,
  );
  if (dimension === null) throw new Problem('conflict', reason('too-many-topics', { max: TOPIC_DIMENSIONS }));
  await tx.execute(sql`
    insert into topics (id, dimension, name, parent, keywords, updated_at)
    values (${id}, ${dimension}, ${name}, ${parent}, ${keywordsOf(keywords)}::text[], ${now})
  `);
  await notifyChanged(tx);
}

export async function changeTopic(
  tx: Transaction,
  id: string,
  change: TopicChange,
  now: Date,
): Promise<void> {
  await lockTaxonomy(tx);
  const before = await requireState(tx, id);
  if (change.parent !== undefined && change.parent !== before.parent)
    await checkMove(tx, id, before, change.parent);
  if (change.isActive === false && before.isActive) await checkUnused(tx, id, before);
  if (change.isActive === true && before.parent !== null && change.parent === undefined)
    await checkParent(tx, before.parent);
  await tx.execute(sql`
    update topics set
      name = ${change.name === undefined ? sql`name` : sql`${change.name}::text`},
      parent = ${change.parent === undefined ? sql`parent` : sql`${change.parent}::text`},
      keywords = ${change.keywords === undefined ? sql`keywords` : sql`${keywordsOf(change.keywords)}::text[]`},
      is_active = ${change.isActive === undefined ? sql`is_active` : sql`${change.isActive}::boolean`},
      updated_at = ${now}
    where id = ${id}
  `);
  await notifyChanged(tx);
}

/** Removes a topic without stories; deactivates any other. */
export async function removeTopic(tx: Transaction, id: string, now: Date): Promise<'removed' | 'inactive'> {
  await lockTaxonomy(tx);
  const before = await requireState(tx, id);
  await checkUnused(tx, id, before);
  const { used } = await tx.one(
    row({ used: bool }),
    sql`
      select exists (select from story_topics where topic_id = ${id})
        or exists (select from topics where parent = ${id}) as used
    `,
  );
  if (used) await tx.execute(sql`update topics set is_active = false, updated_at = ${now} where id = ${id}`);
  else {
    await tx.execute(sql`delete from topic_rules where topic_id = ${id}`);
    await tx.execute(sql`delete from topics where id = ${id}`);
  }
  await notifyChanged(tx);
  return used ? 'inactive' : 'removed';
}

export async function addRule(tx: Transaction, rule: NewTopicRule): Promise<void> {
  const { id, topicId, weight, addedBy, now } = rule;
  await lockTaxonomy(tx);
  await requireState(tx, topicId);
  const keyword = keywordOf(rule.keyword);
  const added = await tx.execute(sql`
    insert into topic_rules (id, keyword, topic_id, weight, added_by, created_at)
    values (${id}, ${keyword}, ${topicId}, ${weight}, ${addedBy}, ${now})
    on conflict (keyword, topic_id) do nothing
  `);
  if (added === 0) throw new Problem('conflict', reason('topic-rule-exists'));
  await notifyChanged(tx);
}

export async function changeRule(tx: Transaction, id: string, weight: number): Promise<void> {
  if ((await tx.execute(sql`update topic_rules set weight = ${weight} where id = ${id}`)) === 0)
    throw new Problem('topic-rule-not-found');
  await notifyChanged(tx);
}

export async function removeRule(tx: Transaction, id: string): Promise<void> {
  if ((await tx.execute(sql`delete from topic_rules where id = ${id}`)) === 0)
    throw new Problem('topic-rule-not-found');
  await notifyChanged(tx);
}

/** One change at a time: a free dimension, or a category without topics, must still be so at the commit. */
async function lockTaxonomy(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table topics in share row exclusive mode`);
}

function stateOf(tx: Transaction, id: string): Promise<TopicState | null> {
  return tx.maybe(
    row({ parent: nullable(text), is_active: bool }),
    sql`select parent, is_active from topics where id = ${id}`,
  );
}

async function requireState(tx: Transaction, id: string): Promise<TopicState> {
  const state = await stateOf(tx, id);
  if (!state) throw new Problem('topic-not-found');
  return state;
}

/** Two levels: a topic has an active category, a category has no parent. */
async function checkParent(tx: Transaction, parent: string | null): Promise<void> {
  if (parent === null) return;
  const state = await stateOf(tx, parent);
  if (!state || state.parent !== null || !state.isActive)
    throw new Problem('conflict', reason('topic-parent-inactive'));
}

async function checkMove(
  tx: Transaction,
  id: string,
  before: TopicState,
  parent: string | null,
): Promise<void> {
  if (parent === id) throw new Problem('conflict', reason('topic-parent-itself'));
  if (before.parent === null) await checkUnused(tx, id, before);
  await checkParent(tx, parent);
}

/** At least one category stays active, and every active topic has one. */
async function checkUnused(tx: Transaction, id: string, { parent }: TopicState): Promise<void> {
  if (parent !== null) return;
  const { topics, others } = await tx.one(
    row({ topics: bool, others: bool }),
    sql`
      select exists (select from topics where parent = ${id} and is_active) as topics,
        exists (select from topics where parent is null and is_active and id <> ${id}) as others
    `,
  );
  if (topics) throw new Problem('conflict', reason('category-has-topics'));
  if (!others) throw new Problem('conflict', reason('last-category'));
}

async function notifyChanged(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_notify(${TOPICS_CHANGED}, '')`);
}

/** In the taxonomy's form: lower case, unique, a tilde before weak keywords. */
function keywordsOf(given: readonly string[]): string[] {
  return [...new Set(given.map(keywordOf))].filter(keyword => keyword !== '');
}

function keywordOf(given: string): string {
  return given.toLowerCase().normalize('NFC').replace(/\s+/gu, ' ').replace(/^~ +/u, '~').trim();
}

export interface NewTopic {
  readonly id: string;
  readonly name: string;
  /** Null for a category. */
  readonly parent: string | null;
  readonly keywords: readonly string[];
}

export interface TopicChange {
  readonly name?: string;
  readonly parent?: string | null;
  readonly keywords?: readonly string[];
  readonly isActive?: boolean;
}

export interface NewTopicRule {
  readonly id: string;
  readonly keyword: string;
  readonly topicId: string;
  readonly weight: number;
  readonly addedBy: string | null;
  readonly now: Date;
}

interface TopicState {
  readonly parent: string | null;
  readonly isActive: boolean;
}
