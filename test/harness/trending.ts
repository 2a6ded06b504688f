import assert from 'node:assert/strict';
import { sql } from '../../src/platform/database/sql.ts';
import { contentOf } from '../../src/signals/trending/snapshot.ts';
import { packWeight } from '../../src/signals/trending/weights.ts';
import { TEST_EPOCH } from './database.ts';
import { eventually } from './eventually.ts';
import type { TestProgram } from './program.ts';

/**
 * Publishes the trending list of the hour as the signals role does: stories in order, the first with 60
 * shares.
 */
export async function publishTrending(
  { database, url }: Pick<TestProgram, 'database' | 'url'>,
  stories: readonly string[],
): Promise<void> {
  const news = contentOf({
    entries: stories.map((id, index) => [
      id,
      (60 - index * 9) * packWeight(1),
      (200 - index) * packWeight(1),
    ]),
    lists: { 'stories/blend/global': stories.map((_, place) => place) },
  });
  await database.execute(
    sql`insert into trending_lists (span, version, at, news) values ('1h', 1, ${TEST_EPOCH}, ${news})`,
  );
  await database.execute(sql`select pg_notify('trending', '1h 1')`);
  await eventually(async () => assert.match(await (await fetch(`${url}/trending`)).text(), /60 shares/));
}
