import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH } from '../../../test/harness/database.ts';
import { moveVisits } from '../../feeds/readers/story-visits.ts';
import { row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { worldArticles } from '../articles.testing.ts';
import { inconsistencies } from '../consistency.testing.ts';
import { createStoriesHarness } from '../stories-harness.testing.ts';
import { ClustererRegistry } from './clusterer-registry.ts';
import { rebuildStories } from './rebuild-stories.ts';

const ARTICLES = worldArticles({ before: TEST_EPOCH.getTime(), count: 260, languages: ['en', 'de'] });
const harness = await createStoriesHarness();
const { database, clock, log, newId, telemetry } = harness;

test('ALL-6: stories rebuilt from their articles equal the original, after any damage', async () => {
  await harness.store(ARTICLES.slice(0, 200));
  await harness.runOnce();
  const original = await shown();
  assert.ok(original.length > 300);
  for (const damage of [
    sql`truncate story_sources, story_topics, story_entities`,
    sql`update stories set headline = 'x', lead = '', category = null, topics = '{}', article_count = 9`,
    sql`delete from stories where language = 'de'`,
    sql`update story_topics set weight = weight * 3`,
  ]) {
    await database.execute(damage);
    assert.notDeepEqual(await inconsistencies(database), {});
    await rebuildStories(deps());
    assert.deepEqual(await shown(), original);
    assert.deepEqual(await inconsistencies(database), {});
  }
});

test('ALL-6: stories are rebuilt while articles are clustered, and a killed rebuild is completed by the next', async () => {
  await database.execute(sql`truncate story_sources, story_topics, story_entities`);
  const onProgress = () => {
    throw new Error('killed');
  };
  await assert.rejects(rebuildStories({ ...deps(), onProgress }), /killed/);
  await harness.store(ARTICLES.slice(200));
  await Promise.all([rebuildStories(deps()), harness.runOnce()]);
  await rebuildStories(deps());
  assert.deepEqual(await inconsistencies(database), {});
});

function deps() {
  const registry = new ClustererRegistry({ clock, newId, windowMs: 7 * 86_400_000 });
  return { clock, database, log, telemetry, registry, onRetired: moveVisits };
}

/** What stories show. Sums of confidences depend on the order in which they were added, in the last digits. */
function shown() {
  return database.many(
    row({ line: text }),
    sql`
      select line from (
        select 'story ' || (to_jsonb(stories) - 'related')::text as line from stories
        union all select 'source ' || to_jsonb(story_sources)::text from story_sources
        union all select 'topic ' || story_id || ' ' || topic_id || ' ' || round(weight::numeric, 3) from story_topics
        union all select 'name ' || to_jsonb(story_entities)::text from story_entities
      ) as lines
      order by line
    `,
  );
}
