import type { Queryable, Transaction } from '../../platform/database/port.ts';
import { int4, nullable, type RowOf, row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { BreakingAnnouncement } from '../breaking/announcement.ts';
import type { BreakingDetector } from '../breaking/breaking-detector.ts';
import type { LanguageClusterer } from './language-clusterer.ts';

/** BREAK-3: engagement with the stories of a language after a minute, in order of time. */
function readEngagement(
  tx: Transaction,
  language: string,
  after: number,
  until?: number,
): Promise<StoryEngagement[]> {
  return tx.many(
    StoryEngagementRow,
    sql`
      select stories.id as story_id, minute, sum(count)::integer as count
      from ${ENGAGED_STORIES}
      where minute > ${new Date(after)} and minute <= ${until === undefined ? 'infinity' : new Date(until)}::timestamptz
        and language = ${language}
      group by stories.id, minute
      order by minute, stories.id
    `,
  );
}

/** The languages whose stories were read within the last hour, with the last minute. */
export async function recentlyReadLanguages(
  database: Queryable,
  now: number,
): Promise<{ readonly language: string; readonly minute: number }[]> {
  const rows = await database.many(
    row({ language: text, minute: timestamptz }),
    sql`
      select language, max(minute) as minute
      from ${ENGAGED_STORIES}
      where minute > ${new Date(now - HOUR_MS)}
      group by language
    `,
  );
  return rows.map(({ language, minute }) => ({ language, minute: minute.getTime() }));
}

/** Applies engagement that is newer than the last minute applied. */
export async function applyEngagement(
  tx: Transaction,
  clusterer: LanguageClusterer,
): Promise<BreakingAnnouncement[]> {
  const rows = await readEngagement(tx, clusterer.language, clusterer.engagedUntil);
  const last = rows.at(-1);
  if (last) {
    clusterer.engagedUntil = last.minute.getTime();
    await tx.execute(
      sql`update story_desks set engaged_until = ${last.minute} where language = ${clusterer.language}`,
    );
  }
  return rows.flatMap(each => addEngagement(clusterer.breaking, each));
}

/** The engagement of the last day that was applied before the clusterer was reloaded. */
export async function loadEngagementReplay(
  tx: Transaction,
  clusterer: LanguageClusterer,
  now: number,
): Promise<EngagementReplay> {
  const known = await tx.maybe(
    row({ engaged_until: nullable(timestamptz) }),
    sql`select engaged_until from story_desks where language = ${clusterer.language}`,
  );
  const dayAgo = now - DAY_MS;
  clusterer.engagedUntil = Math.max(dayAgo, known?.engagedUntil?.getTime() ?? dayAgo);
  return new EngagementReplay(
    clusterer,
    await readEngagement(tx, clusterer.language, dayAgo, clusterer.engagedUntil),
  );
}

/** Replays engagement between the articles of its time, so that episodes begin and end as they did. */
export class EngagementReplay {
  readonly #clusterer: LanguageClusterer;
  readonly #rows: readonly StoryEngagement[];
  #next = 0;

  constructor(clusterer: LanguageClusterer, rows: readonly StoryEngagement[]) {
    this.#clusterer = clusterer;
    this.#rows = rows;
  }

  replayUntil(time: number): void {
    for (;;) {
      const each = this.#rows[this.#next];
      if (!each || each.minute.getTime() > time) return;
      // Announced at the time.
      addEngagement(this.#clusterer.breaking, each);
      this.#next++;
    }
  }
}

function addEngagement(
  breaking: BreakingDetector,
  { storyId, minute, count }: StoryEngagement,
): BreakingAnnouncement[] {
  return breaking.addEngagement(storyId, count, minute.getTime());
}

/** Engagement with a merged story counts for its successor. */
const ENGAGED_STORIES = sql`
  story_engagement
  left join story_redirects on from_id = story_engagement.story_id
  join stories on stories.id = coalesce(into_id, story_engagement.story_id)
`;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const StoryEngagementRow = row({ story_id: uuid, minute: timestamptz, count: int4 });

export type StoryEngagement = RowOf<typeof StoryEngagementRow>;
