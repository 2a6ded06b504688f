import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../lib/clock.ts';
import type { ClusteringEvent } from '../../model/story.ts';
import type { Database, Transaction } from '../../platform/database/port.ts';
import { bytea, row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { EventLog, LogEvent } from '../../platform/log/port.ts';
import { announce } from './announce.ts';
import { Outcome } from './batch-changes.ts';
import type { Desks } from './clusterer-registry.ts';
import { carryOutOrders } from './commands.ts';
import { hearEngagement, readLately } from './engagement.ts';
import type { ArticleForDesk, Desk } from './language-clusterer.ts';
import { RELATED_AT_A_LOOK, RELATED_WITH_A_BATCH, refreshStories, relateStories } from './refresh-stories.ts';
import { forgetLosses, takeNoticeOfLosses } from './removals.ts';
import { handOver } from './successors.ts';
import { applyOutcome } from './write-placements.ts';

/** articles.described -> stories -> stories.changed; desks that are not here yet are filled before. */
export async function prepareDescribed(
  tools: DeskTools,
  database: Database,
  events: readonly LogEvent<ClusteringEvent>[],
): Promise<(tx: Transaction) => Promise<void>> {
  await tools.desks.prepare(database, new Set(events.map(({ data }) => data.language)));
  return tx => handleDescribed(tools, tx, events);
}

/** One language after the other. */
export async function handleDescribed(
  tools: DeskTools,
  tx: Transaction,
  events: readonly LogEvent<ClusteringEvent>[],
): Promise<void> {
  const byLanguage = Map.groupBy(
    events.map(({ data }) => data),
    ({ language }) => language,
  );
  // In one order for everyone: two processes may meet at a language while a partition changes hands.
  for (const language of [...byLanguage.keys()].sort()) {
    const articleIds = (byLanguage.get(language) ?? []).flatMap(event =>
      event.kind === 'article' ? [event.articleId] : [],
    );
    await tools.desks.at(tx, language, async desk => {
      await work(tools, tx, desk, articleIds);
      await relateStories(tx, desk, RELATED_WITH_A_BATCH);
    });
  }
}

/**
 * What no article brings about: stories calm down, editors want something, articles were taken out, stories are read by
 * many or wait for their relatives. Languages that others hold are left to them.
 */
export async function lookAtDesks(
  tools: DeskTools,
  database: Database,
  isHeld: (language: string) => boolean,
): Promise<void> {
  tools.desks.keepOnly(isHeld);
  const waiting = await database.many(
    row({ language: text }),
    sql`
      select language from stories where breaking_since is not null and breaking_until is null
      union select language from story_orders where done_at is null
      union select stories.language from story_losses
        left join story_redirects on from_id = story_id
        join stories on stories.id = coalesce(into_id, story_id)
    `,
  );
  const read = await readLately(database, tools.clock.now());
  const unheard = read.filter(({ language, minute }) => minute > tools.desks.heardUntil(language));
  for (const language of new Set([
    ...[...waiting, ...unheard].map(each => each.language),
    ...tools.desks.behind,
  ]))
    if (isHeld(language))
      await database.transaction(tx =>
        tools.desks.at(tx, language, async desk => {
          await work(tools, tx, desk, []);
          await relateStories(tx, desk, RELATED_AT_A_LOOK);
        }),
      );
}

async function work(
  tools: DeskTools,
  tx: Transaction,
  desk: Desk,
  articleIds: readonly string[],
): Promise<void> {
  const { clock } = tools;
  const outcome = new Outcome();
  await takeNoticeOfLosses(tx, desk, outcome);
  for (const [index, article] of (await unplaced(tx, articleIds)).entries()) {
    if (index % PLACED_AT_A_TURN === PLACED_AT_A_TURN - 1) await nextTurn();
    outcome.addPlacement(desk.place(article));
  }
  await carryOutOrders(tx, desk, outcome, new Date(clock.now()));
  // Articles come by the hundred; of readers it is heard once a minute.
  if (articleIds.length === 0) outcome.announcements.push(...(await hearEngagement(tx, desk)));
  outcome.announcements.push(...desk.breaking.tick(clock.now()));
  desk.expire(clock.now());
  for (const { article } of outcome.placements) outcome.touch(desk.stories.storyOf(article.id) ?? article.id);
  await keep(tools, tx, desk, outcome);
}

/** Counts stories again whose articles say something else now than they did, and tells that they changed. */
export async function countAgain(
  tools: DeskTools,
  tx: Transaction,
  desk: Desk,
  stories: readonly string[],
): Promise<void> {
  const outcome = new Outcome();
  for (const story of stories) outcome.reshape(story);
  await keep(tools, tx, desk, outcome);
}

async function keep({ log }: DeskTools, tx: Transaction, desk: Desk, outcome: Outcome): Promise<void> {
  if (outcome.isEmpty) return;
  const storyOf = (article: string) => desk.stories.storyOf(article);
  const departures = await applyOutcome(tx, outcome, storyOf);
  const { gone } = await refreshStories(tx, desk, outcome);
  await forgetLosses(tx, desk, gone);
  const heirs = await handOver(tx, outcome, departures, gone);
  await announce(tx, log, { desk, outcome, gone, heirs });
}

/**
 * In the order in which they were stored; whoever has a place already is passed over. Whoever takes an article out
 * meanwhile waits until it has its place, which would otherwise be left over; both hold articles in the order of their
 * ids, so that they never wait in a circle.
 */
async function unplaced(tx: Transaction, articleIds: readonly string[]): Promise<ArticleForDesk[]> {
  if (articleIds.length === 0) return [];
  const rows = await tx.many(
    Unplaced,
    sql`
      select facts.article_id, facts.stored_at, facts.published_at, facts.source_id, facts.fingerprint, facts.features
      from unnest(${[...articleIds].sort()}::uuid[]) as asked (article_id)
      cross join lateral (
        select * from article_facts where article_facts.article_id = asked.article_id limit 1 for key share
      ) as facts
      where not exists (select from story_articles where story_articles.article_id = asked.article_id)
      order by facts.article_id
    `,
  );
  return rows.map(({ articleId, storedAt, publishedAt, sourceId, fingerprint, features }) => ({
    id: articleId,
    storedAt: storedAt.getTime(),
    publishedAt: publishedAt.getTime(),
    source: sourceId,
    fingerprint,
    features,
  }));
}

/** What else this process does goes on meanwhile: pages are sent, and the threads that describe get their next articles. */
const PLACED_AT_A_TURN = 8;

const Unplaced = row({
  article_id: uuid,
  stored_at: timestamptz,
  published_at: timestamptz,
  source_id: uuid,
  fingerprint: bytea,
  features: bytea,
});

export interface DeskTools {
  readonly clock: Clock;
  readonly log: EventLog;
  readonly desks: Desks;
}
