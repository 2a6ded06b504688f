import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { testProgram } from '../../../test/harness/program.ts';
import { newsroomOf, type WrittenArticle } from '../../../test/harness/stories.ts';
import { broadsheetHere } from '../../cli/cli.testing.ts';
import { openInstallation } from '../../context.ts';
import { sql } from '../../platform/database/sql.ts';
import { createMemoryTelemetry } from '../../platform/telemetry/memory/memory.ts';
import { startIndexRole } from '../../roles/index.ts';
import { changeStory } from '../../stories/editing/change-story.ts';
import { ARTICLES_NEW } from '../../streams.ts';
import type { SearchEngine } from '../engine/port.ts';
import { parseQuery } from '../query/parse.ts';

/** SRCH-4: nothing is ever permanently missing. */
const under = await testProgram({ settings: { roles: 'web,index' } });
const { database, clock } = under;
const room = await newsroomOf(database, new Date(clock.now()));
const paper = await room.source('The Paper');
const installation = await openInstallation(under.config, {
  clock,
  telemetry: createMemoryTelemetry({ clock }),
  migrate: false,
});

test('a second process on one directory has an index of its own, filled by comparing and kept by the log', async t => {
  const before = await room.article(paper, 'Lighthouse keeper retires');
  const role = await startIndexRole(installation);
  t.after(() => role.stop());
  await role.drain();
  assert.deepEqual(await found('lighthouse'), [before.id]);

  const later = await stored('Glacier calves into the fjord');
  await role.drain();
  assert.deepEqual(await found('glacier'), [later.id]);

  await room.story([later], { category: 'world' });
  await database.transaction(async tx => {
    await changeStory(tx, installation.log, { id: later.id, change: { hidden: true }, now: new Date() });
  });
  await role.drain();
  assert.deepEqual(await found('glacier'), [], 'what an editor has hidden is not found');
});

test('a deleted folder is opened anew while the program runs, and mended', async t => {
  const role = await startIndexRole(installation);
  t.after(() => role.stop());
  await role.drain();
  await rm(join(under.config.data, 'search-2'), { recursive: true });
  const later = await stored('Orchard blossoms early');
  await role.drain();
  assert.deepEqual(await found('orchard'), [later.id]);
  await role.drain();
  assert.equal((await found('lighthouse')).length, 1, 'what it held before is there again');
});

test('`search verify` asks the program, and says nothing is missing once it was mended', async () => {
  await room.article(paper, 'Slipped past the log');
  // And so did the lighthouse, of which no event told.
  const first = await command('verify');
  assert.equal(first.code, 1, first.stderr);
  assert.match(first.stdout, /2 were missing and 0 should not have been there; it is mended/);
  const again = await command('verify', '--json');
  assert.equal(again.code, 0, again.stderr);
  const [{ figures }] = JSON.parse(again.stdout).indexes;
  assert.deepEqual([figures.missing, figures.surplus], [0, 0]);
  assert.match((await command('stats')).stdout, /^index \S+: \d+ articles, \d+ words/);
  assert.match((await command('rebuild')).stdout, /nothing is missing/);
  assert.match((await command('verifi')).stderr, /search has no action verifi/);
});

test('what was removed without a word goes when the index is compared', async () => {
  const { id } = await room.article(paper, 'Retracted at once');
  await command('verify');
  await database.execute(sql`delete from articles where id = ${id}`);
  assert.match((await command('verify')).stdout, /0 were missing and 1 should not have been there/);
  await installation.close();
});

/** Written like the crawler does, with the event that tells of it. */
async function stored(title: string): Promise<WrittenArticle> {
  const article = await room.article(paper, title);
  await database.transaction(async tx => {
    installation.log.append(tx, ARTICLES_NEW, [
      {
        articleId: article.id,
        sourceId: paper,
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

function command(...args: string[]) {
  return broadsheetHere(['search', ...args], {
    environment: {
      BROADSHEET_DATABASE_URL: under.databaseUrl,
      BROADSHEET_SECRET: 'a secret of at least 32 characters',
      BROADSHEET_DATA: under.config.data,
    },
  });
}
