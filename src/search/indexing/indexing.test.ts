import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCommandOn } from '../../../test/harness/commands.ts';
import { testProgram } from '../../../test/harness/program.ts';
import { createStoryFixtures, type WrittenArticle } from '../../../test/harness/story-fixtures.ts';
import { openInstallation } from '../../context.ts';
import { sql } from '../../platform/database/sql.ts';
import { createMemoryTelemetry } from '../../platform/telemetry/memory/memory.ts';
import { startIndexRole } from '../../roles/index.ts';
import { changeStory } from '../../stories/editing/change-story.ts';
import { ARTICLES_NEW } from '../../streams.ts';
import type { SearchEngine } from '../engine/port.ts';
import { parseQuery } from '../query/parse.ts';

/** SRCH-4: nothing is permanently missing. */
const program = await testProgram({ settings: { roles: 'web,index' } });
const { database, clock } = program;
const newsroom = await createStoryFixtures(database, new Date(clock.now()));
const source = await newsroom.source('The Paper');
const installation = await openInstallation(program.config, {
  clock,
  telemetry: createMemoryTelemetry({ clock }),
  migrate: false,
});

test('a second process with the same data directory fills its own index from the articles and follows the log', async t => {
  const before = await newsroom.article(source, 'Lighthouse keeper retires');
  const role = await startIndexRole(installation);
  t.after(() => role.stop());
  await role.drain();
  assert.deepEqual(await found('lighthouse'), [before.id]);

  const later = await storeArticle('Glacier calves into the fjord');
  await role.drain();
  assert.deepEqual(await found('glacier'), [later.id]);

  await newsroom.story([later], { category: 'world' });
  await database.transaction(async tx => {
    await changeStory(tx, installation.log, { id: later.id, change: { hidden: true }, now: new Date() });
  });
  await role.drain();
  assert.deepEqual(await found('glacier'), [], 'an article of a hidden story is not found');
});

test('a deleted index folder is reopened and repaired while the program runs', async t => {
  const role = await startIndexRole(installation);
  t.after(() => role.stop());
  await role.drain();
  await rm(join(program.config.data, 'search-2'), { recursive: true });
  const later = await storeArticle('Orchard blossoms early');
  await role.drain();
  assert.deepEqual(await found('orchard'), [later.id]);
  await role.drain();
  assert.equal((await found('lighthouse')).length, 1, 'earlier articles are found again');
});

test('`search verify` runs in the program, and reports nothing missing after the repair', async () => {
  await newsroom.article(source, 'Slipped past the log');
  // The lighthouse article is missing too: it has no event.
  const first = await runSearchCommand('verify');
  assert.equal(first.code, 1, first.stderr);
  assert.match(first.stdout, /added 2 missing and removed 0 surplus/);
  const second = await runSearchCommand('verify', '--json');
  assert.equal(second.code, 0, second.stderr);
  const [{ figures }] = JSON.parse(second.stdout).indexes;
  assert.deepEqual([figures.missing, figures.surplus], [0, 0]);
  assert.match((await runSearchCommand('stats')).stdout, /^index \S+: \d+ articles, \d+ words/);
  assert.match((await runSearchCommand('rebuild')).stdout, /no differences/);
  assert.match((await runSearchCommand('verifi')).stderr, /search has no action verifi/);
});

test('verification removes an article that was deleted without an event', async () => {
  const { id } = await newsroom.article(source, 'Retracted at once');
  await runSearchCommand('verify');
  await database.execute(sql`delete from articles where id = ${id}`);
  assert.match((await runSearchCommand('verify')).stdout, /added 0 missing and removed 1 surplus/);
  await installation.close();
});

/** Stores an article as the crawler does, with its event. */
async function storeArticle(title: string): Promise<WrittenArticle> {
  const article = await newsroom.article(source, title);
  await database.transaction(async tx => {
    installation.log.append(tx, ARTICLES_NEW, [
      {
        articleId: article.id,
        sourceId: source,
        storedAt: '',
        publishedAt: '',
        url: '',
        title,
        language: null,
      },
    ]);
  });
  return article;
}

async function found(words: string): Promise<string[]> {
  const engine: SearchEngine = installation.searchIndex.engine;
  const { hits } = await engine.search(parseQuery(`${words} `), { correction: 'off' });
  return hits.map(({ id }) => id);
}

function runSearchCommand(...args: string[]) {
  return runCommandOn(program, 'search', ...args);
}
