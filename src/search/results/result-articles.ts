import { LOWEST_ID, timeOfId } from '../../lib/ids.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { int4, nullable, row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { type Statement, sql } from '../../platform/database/sql.ts';
import type { ParsedQuery } from '../query/parsed-query.ts';

/** Articles as a results page shows them, without deleted and hidden ones. */
export async function resultArticles(
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ResultArticle>> {
  if (ids.length === 0) return new Map();
  const rows = await database.many(
    ResultRow,
    sql`
      select
        articles.id, articles.title, articles.url, articles.summary,
        articles.language, articles.published_at, articles.source_id, sources.name as source_name,
        stories.id as story_id, coalesce(stories.editor_headline, stories.headline) as headline,
        stories.article_count
      from ${visibleArticles(ids)}
      left join sources on sources.id = articles.source_id
      where coalesce(not stories.is_hidden, true)
    `,
  );
  return new Map(rows.map(article => [article.id, article]));
}

/** What excerpts are taken from. Only articles that show one need it: texts are most of what a page of results reads. */
export async function bodiesOf(
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await database.many(
    row({ id: uuid, body: text }),
    sql`
      select articles.id, left(articles.body_text, ${MAX_BODY_LENGTH}) as body
      from ${wantedArticles(ids)}
    `,
  );
  return new Map(rows.map(({ id, body }) => [id, body]));
}

/** Titles only: suggestions do not have the time to read texts. */
export async function headlinesOf(
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await database.many(
    row({ id: uuid, title: text }),
    sql`
      select articles.id, articles.title from ${visibleArticles(ids)}
      where coalesce(not stories.is_hidden, true)
    `,
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Articles with their stories. */
function visibleArticles(ids: readonly string[]): Statement {
  return sql`
    ${wantedArticles(ids)}
    left join story_articles as placed on placed.article_id = articles.id
    left join stories on stories.id = placed.story_id
  `;
}

function wantedArticles(ids: readonly string[]): Statement {
  return sql`
    unnest(${ids}::uuid[], ${ids.map(id => timeOfId(id)?.toISOString() ?? null)}::timestamptz[]) as wanted (id, stored_at)
    join articles on articles.id = wanted.id and articles.stored_at = wanted.stored_at
  `;
}

/** Resolves names of sources to ids. Unknown names find nothing, instead of everything. */
export async function withSourceIds(database: Queryable, query: ParsedQuery): Promise<ParsedQuery> {
  const { sources, excludedSources } = query.filters;
  if (sources.length + excludedSources.length === 0) return query;
  const ids = await sourceIdsByName(database, sources);
  const wanted = sources.length > 0 && ids.length === 0 ? [LOWEST_ID] : ids;
  const excluded = await sourceIdsByName(database, excludedSources);
  return { ...query, filters: { ...query.filters, sources: wanted, excludedSources: excluded } };
}

/** Sources with one of these names, or a name that begins like it; ids resolve to themselves. */
async function sourceIdsByName(database: Queryable, names: readonly string[]): Promise<string[]> {
  const wanted = names.slice(0, MAX_NAMES).map(name => name.replaceAll('\0', '').toLowerCase());
  if (wanted.length === 0) return [];
  const rows = await database.many(
    row({ id: uuid }),
    sql`
      select sources.id from sources
      where exists (
        select from unnest(${wanted}::text[]) as wanted (name)
        where sources.id::text = wanted.name or lower(sources.name) = wanted.name
          or (length(wanted.name) > 2 and starts_with(replace(lower(sources.name), ' ', ''), replace(wanted.name, ' ', '')))
      )
      order by sources.id limit 1000
    `,
  );
  return rows.map(({ id }) => id);
}

export async function sourceNames(
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await database.many(
    row({ id: uuid, name: text }),
    sql`select id, name from sources where id = any (${ids}::uuid[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** How much of the text is searched for an excerpt. */
const MAX_BODY_LENGTH = 20_000;
const MAX_NAMES = 20;

const ResultRow = row({
  id: uuid,
  title: text,
  url: text,
  summary: text,
  language: nullable(text),
  published_at: timestamptz,
  source_id: uuid,
  source_name: nullable(text),
  story_id: nullable(uuid),
  headline: nullable(text),
  article_count: nullable(int4),
});

export interface ResultArticle {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly summary: string;
  readonly language: string | null;
  readonly publishedAt: Date;
  readonly sourceId: string;
  readonly sourceName: string | null;
  readonly storyId: string | null;
  readonly headline: string | null;
  readonly articleCount: number | null;
}
