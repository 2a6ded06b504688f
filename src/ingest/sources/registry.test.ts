import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../test/harness/database.ts';
import { Problem } from '../../errors.ts';
import { systemClock } from '../../lib/clock.ts';
import { createIdSource } from '../../lib/ids.ts';
import { createKeys } from '../../lib/keys.ts';
import { systemRandom } from '../../lib/random.ts';
import { bytea, int4, nullable, row, timestamptz } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { reason } from '../../reasons.ts';
import { importSources } from './import.ts';
import {
  clearProblems,
  dismissProblem,
  listProblems,
  recordProblem,
  recordQuietSources,
} from './problems.ts';
import {
  addSources,
  exportedSources,
  findSource,
  findSourceAt,
  listSources,
  pauseSource,
  removeSource,
  resumeSource,
  updateSource,
} from './registry.ts';
import { changeSourceAddress, scheduleNow } from './remedies.ts';
import { setSecrets } from './settings.ts';

const { database } = await testDatabase();
const newId = createIdSource(systemClock, systemRandom);
const tools = { newId };
let made = 0;

test('SRC-1: many sources are added at a time, each once, and known ones stay unchanged', async () => {
  const urls = ['https://many.example/a', 'https://many.example/b', 'https://many.example/a'];
  const add = () =>
    database.transaction(tx =>
      addSources(
        tx,
        tools,
        urls.map(url => ({ url, name: 'Many', kind: 'feed' as const })),
      ),
    );
  const first = await add();
  assert.deepEqual(
    first.map(({ isNew }) => isNew),
    [true, true, false],
  );
  assert.equal(first[0]?.id, first[2]?.id);
  const second = await add();
  assert.deepEqual(
    second.map(({ id, isNew }) => [id, isNew]),
    first.map(({ id }) => [id, false]),
  );
  const source = await findSourceAt(database, 'https://many.example/a');
  assert.deepEqual(
    [source?.intervalSeconds, source?.priority, source?.credibility, source?.status, source?.host],
    [900, 5, 0.5, 'active', 'many.example'],
  );
});

test('SRC-1: lists that are added concurrently neither lose nor duplicate a source', async () => {
  const list = Array.from({ length: 50 }, (_, n) => ({
    url: `https://race${n % 7}.example/${n}`,
    name: 'Race',
    kind: 'feed' as const,
  }));
  const shuffled = [list, [...list].reverse(), [...list.slice(25), ...list.slice(0, 25)]];
  const added = await Promise.all(
    shuffled.map(sources => database.transaction(tx => addSources(tx, tools, sources))),
  );
  assert.equal(added.flat().filter(({ isNew }) => isNew).length, 50);
  assert.equal(new Set(added.flat().map(({ id }) => id)).size, 50);
});

test('SRC-4: a paused source has no next fetch; a resumed one is due immediately, without failures', async () => {
  const id = await one();
  await database.execute(
    sql`update source_schedule set failures = 7, failing_since = now() where source_id = ${id}`,
  );
  await database.transaction(tx => pauseSource(tx, id));
  const paused = await findSource(database, id);
  assert.deepEqual([paused?.status, paused?.nextCrawlAt], ['paused', null]);
  await assert.rejects(
    database.transaction(tx => scheduleNow(tx, id)),
    isProblem('conflict'),
  );
  await database.transaction(tx => resumeSource(tx, id));
  const resumed = await findSource(database, id);
  assert.deepEqual([resumed?.status, resumed?.failures, resumed?.failingSince], ['active', 0, null]);
  assert.ok(resumed?.nextCrawlAt);
});

test('SRC-4, SCHED-2: "crawl now" changes only the schedule of the source and its host', async () => {
  const id = await one();
  await database.execute(sql`
    update source_schedule set next_crawl_at = now() + interval '1 hour', failures = 3 where source_id = ${id}
  `);
  await database.execute(sql`
    update crawl_hosts set due_at = now() + interval '1 hour' where host = (select host from source_schedule where source_id = ${id})
  `);
  await database.transaction(tx => scheduleNow(tx, id));
  const { due, host, failures } = await database.one(
    row({ due: timestamptz, host: timestamptz, failures: int4 }),
    sql`
      select next_crawl_at as due, crawl_hosts.due_at as host, source_schedule.failures
      from source_schedule join crawl_hosts using (host) where source_id = ${id}
    `,
  );
  assert.deepEqual([host, failures], [due, 3]);
});

test('SRC-1: an update changes only the given fields, and null clears a field', async () => {
  const id = await one({ folder: 'World', language: 'de' });
  await database.transaction(tx => updateSource(tx, id, { folder: null, priority: 9, credibility: 0.25 }));
  const { folder, language, priority, credibility } = (await findSource(database, id)) ?? {};
  assert.deepEqual([folder, language, priority, credibility], [null, 'de', 9, 0.25]);
  const schedule = await database.one(
    row({ priority: int4, host: int4 }),
    sql`
      select source_schedule.priority, crawl_hosts.priority as host
      from source_schedule join crawl_hosts using (host) where source_id = ${id}
    `,
  );
  assert.deepEqual(schedule, { priority: 9, host: 9 });
  await assert.rejects(
    database.transaction(tx => updateSource(tx, newId(), { name: 'x' })),
    isProblem('source-not-found'),
  );
});

test('SRC-3: removing a source removes its schedule and problems', async () => {
  const id = await one();
  await database.transaction(tx => recordProblem(tx, id, 'broken', {}));
  await database.transaction(tx => removeSource(tx, id));
  assert.equal(await findSource(database, id), null);
  assert.ok(!(await listProblems(database, { limit: 100 })).some(({ sourceId }) => sourceId === id));
  await assert.rejects(
    database.transaction(tx => removeSource(tx, id)),
    isProblem('source-not-found'),
  );
});

test('SRC-8: a new address clears the state of the old one and keeps the source', async () => {
  const id = await one({ folder: 'Kept' });
  const other = await one();
  const taken = (await findSource(database, other))?.url ?? '';
  await database.transaction(tx => recordProblem(tx, id, 'gone', {}));
  await database.execute(sql`
    update source_schedule
    set moved_to = 'https://elsewhere.example/feed', etag = 'x', content_hash = 'y', failures = 9, last_error = 'gone'
    where source_id = ${id}
  `);
  await assert.rejects(
    database.transaction(tx => changeSourceAddress(tx, id, taken)),
    isProblem('conflict'),
  );
  await database.transaction(tx => changeSourceAddress(tx, id, 'https://elsewhere.example/feed'));
  const source = await findSource(database, id);
  assert.deepEqual(
    [source?.url, source?.host, source?.folder, source?.movedTo, source?.failures, source?.lastError],
    ['https://elsewhere.example/feed', 'elsewhere.example', 'Kept', null, 0, null],
  );
  const { etag } = await database.one(
    row({ etag: nullable(bytea) }),
    sql`select etag from source_schedule where source_id = ${id}`,
  );
  assert.equal(etag, null);
});

test('SRC-5: secrets are sealed, and can be replaced and removed', async () => {
  const keys = createKeys('a secret for this test that is long', systemRandom);
  const id = await one();
  await database.transaction(tx => setSecrets(tx, keys, id, { 'x-key': 'hush' }));
  const { secrets } = await database.one(
    row({ secrets: nullable(bytea) }),
    sql`select secrets from sources where id = ${id}`,
  );
  assert.ok(secrets && !secrets.includes('hush'));
  assert.deepEqual(JSON.parse(String(keys.open('source-secrets', secrets))), { 'x-key': 'hush' });
  await database.transaction(tx => setSecrets(tx, keys, id, null));
  assert.equal((await findSource(database, id))?.hasSecrets, false);
});

test('ALL-3: the pages of a list give the whole list, regardless of case', async () => {
  const names = ['b', 'A', 'a', 'C', 'ä', 'B'];
  for (const name of names) await one({ name: `listed ${name}` });
  const all = await listSources(database, { search: 'listed', limit: 100 });
  const paged: string[] = [];
  let last = all[0] && { name: '', id: '00000000-0000-0000-0000-000000000000' };
  while (last) {
    const [next] = await listSources(database, { search: 'LISTED', after: last, limit: 1 });
    if (next) paged.push(next.id);
    last = next && { name: next.name, id: next.id };
  }
  assert.deepEqual(
    paged,
    all.map(({ id }) => id),
  );
  assert.equal(all.length, names.length);
});

test('SRC-8: a problem keeps its start time while it lasts, and stays hidden once dismissed', async () => {
  const id = await one();
  const mine = async () =>
    (await listProblems(database, { limit: 100 })).filter(({ sourceId }) => sourceId === id);
  await database.transaction(tx => recordProblem(tx, id, 'broken', { attempt: 1 }));
  const [first] = await mine();
  await database.transaction(tx => recordProblem(tx, id, 'broken', { attempt: 2 }));
  const [second] = await mine();
  assert.deepEqual([second?.since, second?.detail], [first?.since, { attempt: 2 }]);
  assert.equal(await database.transaction(tx => dismissProblem(tx, id, 'broken')), true);
  await database.transaction(tx => recordProblem(tx, id, 'broken', { attempt: 3 }));
  assert.deepEqual(await mine(), []);
  await database.transaction(tx => clearProblems(tx, [id], ['broken']));
  await database.transaction(tx => recordProblem(tx, id, 'broken', { attempt: 4 }));
  assert.equal((await mine()).length, 1);
});

test('SRC-8: a source that is silent for unusually long has a problem until its next article', async () => {
  const [lively, slow] = [await one(), await one()];
  const habits: [string, number][] = [
    [lively, 20],
    [slow, 0.2],
  ];
  for (const [id, perDay] of habits)
    await database.execute(sql`
      update source_schedule set articles_per_day = ${perDay}, last_new_at = now() - interval '3 days' where source_id = ${id}
    `);
  assert.equal(await recordQuietSources(database), 1);
  assert.equal(await recordQuietSources(database), 0);
  const kinds = (await listProblems(database, { limit: 100 })).filter(({ sourceId }) => sourceId === lively);
  assert.deepEqual(
    kinds.map(({ kind }) => kind),
    ['quiet'],
  );
  await database.execute(
    sql`update source_schedule set last_new_at = now() + interval '1 second' where source_id = ${lively}`,
  );
  await recordQuietSources(database);
  assert.ok(!(await listProblems(database, { limit: 100 })).some(({ sourceId }) => sourceId === lively));
});

test('SRC-3: every line of a list is reported, and text that PostgreSQL cannot store is repaired', async () => {
  const entry = { homePage: 'javascript:x', language: 'nonsense!', folder: null };
  const report = await importSources(database, tools, [
    { ...entry, line: 3, url: 'https://import.example/1', name: 'A\0B \ud800' },
    { ...entry, line: 4, url: 'https://import.example/1', name: 'Twice' },
    { ...entry, line: 5, url: 'nowhere', name: 'Bad' },
    { ...entry, line: 6, url: 'feed:import.example/2', name: '' },
  ]);
  assert.deepEqual(
    report.lines.map(({ line, outcome, reason }) => [line, outcome, reason]),
    [
      [3, 'added', null],
      [4, 'known', reason('duplicate-line', { line: 3 })],
      [5, 'invalid', reason('address-invalid', { value: 'nowhere' })],
      [6, 'added', null],
    ],
  );
  const [one, two] = (await listSources(database, { search: 'import.example', limit: 10 })).sort((a, b) =>
    a.url < b.url ? -1 : 1,
  );
  assert.deepEqual(
    [one?.name, one?.homePage, one?.language, two?.name],
    ['AB \ufffd', null, null, 'import.example'],
  );
  assert.ok((await exportedSources(database)).some(({ url }) => url === 'https://import.example/2'));
});

function isProblem(code: string): (error: unknown) => boolean {
  return error => error instanceof Problem && error.code === code;
}

async function one(fields: { name?: string; folder?: string; language?: string } = {}): Promise<string> {
  const url = `https://one${made++}.example/feed`;
  const [added] = await database.transaction(tx =>
    addSources(tx, tools, [{ name: 'One', kind: 'feed', ...fields, url }]),
  );
  return added?.id ?? '';
}
