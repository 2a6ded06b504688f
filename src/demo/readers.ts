import { driveReaders } from '../../world/drive/drive.ts';
import { type FoundArticle, newsOf } from '../../world/drive/news.ts';
import type { Installation } from '../context.ts';
import { currentDemo, type DemoEdition } from '../ingest/sources/demo.ts';
import { pause, systemClock } from '../lib/clock.ts';
import { bool, nullable, row, text, timestamptz, uuid } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { type AcceptSignals, createSignalAcceptor } from '../signals/accept/accept-signals.ts';
import type { RequestSender } from '../signals/accept/item-senders.ts';

/**
 * RUN-1: synthetic readers of the demo articles, so that counts and lists move. They read nothing else, have reserved
 * addresses and no accounts, and are removed with the edition.
 */
export function startDemoReaders(
  installation: Installation,
  edition: DemoEdition,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const acceptSignals = createSignalAcceptor({ ...installation, clock: systemClock });
  const simulation = simulateReaders(installation, edition, acceptSignals, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await simulation;
    },
  };
}

/** Works in rounds: articles published meanwhile are read in the next one. */
async function simulateReaders(
  { database, telemetry }: Installation,
  { seed }: DemoEdition,
  acceptSignals: AcceptSignals,
  signal: AbortSignal,
): Promise<void> {
  for (let round = 0; !signal.aborted; round++) {
    try {
      if (!(await currentDemo(database))) return;
      const articles = await demoArticles(database);
      if (articles.length < MIN_ARTICLES) {
        await pause(systemClock, RETRY_MS, signal);
        continue;
      }
      const removed = new AbortController();
      await driveReaders({
        news: newsOf(articles, systemClock.now()),
        clock: systemClock,
        seed: seed + round,
        readers: READERS,
        rate: RATE,
        seconds: ROUND_SECONDS,
        signal: AbortSignal.any([signal, removed.signal]),
        send: async items => {
          if (await currentDemo(database)) await acceptSignals(items, SENDER);
          else removed.abort();
          return true;
        },
      });
    } catch (error) {
      if (signal.aborted) return;
      // The database is unavailable or the edition is being removed: skip this round.
      telemetry.log.warn('demo.readers_paused', { error });
      await pause(systemClock, RETRY_MS, signal);
    }
  }
}

function demoArticles(database: Installation['database']): Promise<FoundArticle[]> {
  return database
    .many(
      row({
        id: uuid,
        published_at: timestamptz,
        source: text,
        category: nullable(text),
        is_breaking: bool,
      }),
      sql`
        select articles.id, articles.published_at, articles.source_id::text as source, facts.category,
          coalesce(stories.breaking_since is not null, false) as is_breaking
        from articles
        join sources on sources.id = articles.source_id and sources.is_demo
        left join article_facts as facts on facts.article_id = articles.id and facts.stored_at = articles.stored_at
        left join story_articles on story_articles.article_id = articles.id
        left join stories on stories.id = story_articles.story_id
        where articles.stored_at > now() - interval '3 days'
        order by articles.stored_at desc
        limit ${MAX_ARTICLES}
      `,
    )
    .then(rows =>
      rows.map(({ publishedAt, ...article }) => ({ ...article, publishedAt: publishedAt.getTime() })),
    );
}

const READERS = 2_000;
/** Articles opened per second. */
const RATE = 1;
const ROUND_SECONDS = 300;
const RETRY_MS = 15_000;
const MIN_ARTICLES = 50;
const MAX_ARTICLES = 3_000;
const SENDER: RequestSender = {
  from: { address: '127.0.0.1', userAgent: 'the demo edition', country: '' },
  userId: null,
  mayForward: true,
};
