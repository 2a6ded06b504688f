import type { Queryable } from '../../platform/database/port.ts';
import { int8, nullable, type RowOf, row, text } from '../../platform/database/rows.ts';
import { type Statement, sql } from '../../platform/database/sql.ts';

/** STORY-4: who reports on a story: its sources by country, language and credibility, most first. */
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

const Share = row({ name: nullable(text), sources: int8 });

/** A share without a name is of those whose operator did not say. */
export type SpreadShare = RowOf<typeof Share>;

export interface Spread {
  readonly countries: readonly SpreadShare[];
  readonly languages: readonly SpreadShare[];
  readonly credibility: readonly SpreadShare[];
}
