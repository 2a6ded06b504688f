import type { Queryable } from '../../platform/database/port.ts';
import { int8, nullable, type RowOf, row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { type Statement, sql } from '../../platform/database/sql.ts';

/** STORY-4: the timeline of a story, by hour for up to two days, by day beyond; empty spans are left out. */
export async function timelineOf(database: Queryable, storyId: string): Promise<Timeline> {
  const { firstAt, lastAt } = await database.one(
    row({ first_at: nullable(timestamptz), last_at: nullable(timestamptz) }),
    sql`select min(moment) as first_at, max(moment) as last_at from (${moments(storyId)}) as coverage`,
  );
  const spanMs = firstAt && lastAt ? lastAt.getTime() - firstAt.getTime() : 0;
  const unit = spanMs <= MAX_HOURLY_MS ? 'hour' : 'day';
  const [spans, firstReport, breaking, headlines] = await Promise.all([
    spansOf(database, storyId, unit),
    firstReportOf(database, storyId),
    episodesOf(database, storyId),
    headlinesOf(database, storyId),
  ]);
  return { unit, spans, firstReport, breaking, headlines };
}

/**
 * The time of each article: its publication. Dates long before the fetch belong to something else (an archive, a
 * reused page), and later ones are wrong.
 */
function moments(storyId: string): Statement {
  return sql`
    select article_id, source_id,
      least(stored_at, greatest(published_at, stored_at - interval '2 days')) as moment
    from story_articles where story_id = ${storyId}
  `;
}

function spansOf(database: Queryable, storyId: string, unit: Timeline['unit']): Promise<TimelineSpan[]> {
  return database.many(
    SpanRow,
    sql`
      select date_trunc(${unit}, moment) as at, count(*) as articles, count(*) filter (where turn = 1) as new_sources
      from (
        select moment, row_number() over (partition by source_id order by moment, article_id) as turn
        from (${moments(storyId)}) as coverage
      ) as placed
      group by 1 order by 1
    `,
  );
}

function firstReportOf(database: Queryable, storyId: string): Promise<FirstReport | null> {
  return database.maybe(
    FirstReportRow,
    sql`
      select article.id, article.title, first.moment as at, first.source_id, coalesce(sources.name, '') as source_name
      from (select * from (${moments(storyId)}) as coverage order by moment, article_id limit 1) as first
      join story_articles on story_articles.article_id = first.article_id
      join articles as article
        on article.id = story_articles.article_id and article.stored_at = story_articles.stored_at
      left join sources on sources.id = first.source_id
    `,
  );
}

function episodesOf(database: Queryable, storyId: string): Promise<BreakingEpisode[]> {
  return database.many(
    EpisodeRow,
    sql`select began_at, ended_at, because from breaking_episodes where story_id = ${storyId} order by began_at`,
  );
}

/** Headlines that publishers changed later, newest first. */
function headlinesOf(database: Queryable, storyId: string): Promise<HeadlineRevision[]> {
  return database.many(
    HeadlineRow,
    sql`
      select revised.article_id, revised.title, revised.seen_at, story_articles.source_id,
        coalesce(sources.name, '') as source_name
      from story_articles
      join articles as article
        on article.id = story_articles.article_id and article.stored_at = story_articles.stored_at
      join article_revisions as revised on revised.article_id = story_articles.article_id
      left join sources on sources.id = story_articles.source_id
      where story_articles.story_id = ${storyId} and revised.title <> article.title
      order by revised.seen_at desc, revised.id desc limit ${MAX_HEADLINES}
    `,
  );
}

/** STORY-4: the sources of a story by country, language and credibility, largest share first. */
export async function spreadOf(database: Queryable, storyId: string): Promise<Spread> {
  const by = (column: Statement) =>
    database.many(
      Share,
      sql`
        select ${column} as name, count(*) as sources
        from story_sources left join sources on sources.id = story_sources.source_id
        where story_sources.story_id = ${storyId}
        group by 1 order by 2 desc, 1 nulls last
      `,
    );
  const [countries, languages, credibility] = await Promise.all([
    by(sql`sources.country`),
    by(sql`split_part(lower(sources.language), '-', 1)`),
    by(sql`
      case when sources.credibility >= 0.7 then 'high' when sources.credibility >= 0.4 then 'medium'
        when sources.credibility is not null then 'low' end
    `),
  ]);
  return { countries, languages, credibility };
}

const MAX_HOURLY_MS = 48 * 3_600_000;
const MAX_HEADLINES = 20;

const SpanRow = row({ at: timestamptz, articles: int8, new_sources: int8 });
const FirstReportRow = row({ id: uuid, title: text, at: timestamptz, source_id: uuid, source_name: text });
const EpisodeRow = row({ began_at: timestamptz, ended_at: nullable(timestamptz), because: text });
const HeadlineRow = row({
  article_id: uuid,
  title: text,
  seen_at: timestamptz,
  source_id: uuid,
  source_name: text,
});

export type TimelineSpan = RowOf<typeof SpanRow>;
export type FirstReport = RowOf<typeof FirstReportRow>;
export type BreakingEpisode = RowOf<typeof EpisodeRow>;
export type HeadlineRevision = RowOf<typeof HeadlineRow>;

export interface Timeline {
  readonly unit: 'hour' | 'day';
  readonly spans: readonly TimelineSpan[];
  readonly firstReport: FirstReport | null;
  readonly breaking: readonly BreakingEpisode[];
  readonly headlines: readonly HeadlineRevision[];
}

const Share = row({ name: nullable(text), sources: int8 });

/** A share without a name is of sources for which operators set none. */
export type SpreadShare = RowOf<typeof Share>;

export interface Spread {
  readonly countries: readonly SpreadShare[];
  readonly languages: readonly SpreadShare[];
  readonly credibility: readonly SpreadShare[];
}
