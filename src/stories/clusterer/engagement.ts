import type { Queryable, Transaction } from '../../platform/database/port.ts';
import { int4, nullable, type RowOf, row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Announcement } from '../breaking/announcement.ts';
import type { Breaking } from '../breaking/breaking-detector.ts';
import type { Desk } from './language-clusterer.ts';

/** BREAK-3: what readers did with the stories of a language after a minute, in the order of time. */
function readEngagement(
  tx: Transaction,
  language: string,
  after: number,
  until?: number,
): Promise<Engaged[]> {
  return tx.many(
    EngagedRow,
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

/** The languages whose stories were read within the hour, and when last. */
export async function readLately(
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

/** What came since the desk last heard of readers. */
export async function hearEngagement(tx: Transaction, desk: Desk): Promise<Announcement[]> {
  const rows = await readEngagement(tx, desk.language, desk.engagedUntil);
  const last = rows.at(-1);
  if (last) {
    desk.engagedUntil = last.minute.getTime();
    await tx.execute(
      sql`update story_desks set engaged_until = ${last.minute} where language = ${desk.language}`,
    );
  }
  return rows.flatMap(each => heard(desk.breaking, each));
}

/** What the desk of a language had heard before, of the last day. */
export async function heardBefore(tx: Transaction, desk: Desk, now: number): Promise<EngagementAgain> {
  const known = await tx.maybe(
    row({ engaged_until: nullable(timestamptz) }),
    sql`select engaged_until from story_desks where language = ${desk.language}`,
  );
  const dayAgo = now - DAY_MS;
  desk.engagedUntil = Math.max(dayAgo, known?.engagedUntil?.getTime() ?? dayAgo);
  return new EngagementAgain(desk, await readEngagement(tx, desk.language, dayAgo, desk.engagedUntil));
}

/**
 * A desk that is filled hears of readers between the articles that were stored then, so that episodes begin and end as
 * they did.
 */
export class EngagementAgain {
  readonly #desk: Desk;
  readonly #rows: readonly Engaged[];
  #next = 0;

  constructor(desk: Desk, rows: readonly Engaged[]) {
    this.#desk = desk;
    this.#rows = rows;
  }

  upTo(time: number): void {
    for (;;) {
      const each = this.#rows[this.#next];
      if (!each || each.minute.getTime() > time) return;
      // What was announced then is known.
      heard(this.#desk.breaking, each);
      this.#next++;
    }
  }
}

function heard(breaking: Breaking, { storyId, minute, count }: Engaged): Announcement[] {
  return breaking.engagement(storyId, count, minute.getTime());
}

/** What was done with a story that is part of another by now was done with the other. */
const ENGAGED_STORIES = sql`
  story_engagement
  left join story_redirects on from_id = story_engagement.story_id
  join stories on stories.id = coalesce(into_id, story_engagement.story_id)
`;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const EngagedRow = row({ story_id: uuid, minute: timestamptz, count: int4 });

export type Engaged = RowOf<typeof EngagedRow>;
