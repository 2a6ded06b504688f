import assert from 'node:assert/strict';
import { test } from 'node:test';
import { archiveAndDrop, testEventArchive } from '../../../test/harness/event-archive.ts';
import type { Signal } from '../../model/signal.ts';
import type { Database } from '../../platform/database/port.ts';
import { row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { INTERESTS_CHANGED, SIGNALS_VALID } from '../../streams.ts';
import { testSignal, testSignals } from '../signals.testing.ts';
import { appendInterestCommand } from './append-command.ts';
import { addReader, addTopic, describedArticle } from './interests.testing.ts';
import { rebuildInterests } from './rebuild-interests.ts';

test('ALL-6, INT-2: interests rebuilt from archived and stored events equal the original', async () => {
  const { accept, signals, mute, pass, database, log, archive } = await reading();
  await accept(signals.slice(0, 40));
  await pass();
  await mute();
  await pass();
  await archiveAndDrop(database, archive, SIGNALS_VALID);
  await accept(signals.slice(40));
  await pass();
  const original = await allInterests(database);
  assert.equal(original.length, READERS);
  for (const damage of [
    sql`delete from interests`,
    sql`update interests set state = '\\x00'`,
    sql`insert into interests (user_id, state, updated_at)
      select id, '\\x01', now() from users where not exists (select from interests where user_id = users.id)`,
  ]) {
    await database.execute(damage);
    assert.equal((await rebuildInterests({ database, log })).unknown, 0);
    assert.deepEqual(await allInterests(database), original);
  }
  const changed = await log.read(INTERESTS_CHANGED, 0, 1n, 1_000);
  assert.ok(changed.length > 0, 'caches are told');
});

test('ALL-6: interests are rebuilt while signals arrive, and a killed rebuild is completed by the next', async () => {
  const { accept, signals, start, pass, database, log } = await reading();
  const flow = await start();
  await accept(signals.slice(0, 40));
  await flow.drained();
  await database.execute(sql`update interests set state = '\\x00'`);
  let left = 3;
  const killed = () => {
    if (--left === 0) throw new Error('killed');
  };
  await assert.rejects(rebuildInterests({ database, log, onProgress: killed }), /killed/);
  const sending: Promise<void>[] = [];
  let sent = 40;
  const onProgress = () => {
    sending.push(accept(signals.slice(sent, sent + 8)));
    sent += 8;
  };
  await rebuildInterests({ database, log, onProgress });
  await Promise.all([...sending, accept(signals.slice(sent))]);
  await flow.drained();
  await flow.stop();
  const after = await allInterests(database);
  await database.execute(sql`delete from interests`);
  await log.replay('interests', new Date(0));
  await pass();
  assert.deepEqual(after, await allInterests(database));
});

test('INT-2: a batch that waited for a rebuild continues from the interests that it wrote', async () => {
  const { accept, signals, start, pass, database, log } = await reading();
  const flow = await start();
  await accept(signals.slice(0, 40));
  await flow.drained();
  await database.transaction(async tx => {
    await tx.execute(sql`select from users for update`);
    await accept(signals.slice(40));
    // The consumer waits for these rows now; a rebuild writes before it goes on.
    for (let waiting = 0; waiting === 0; )
      waiting = await database.execute(sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%for key share%'
      `);
    await tx.execute(sql`update interests set state = '\\x00'`);
  });
  await flow.drained();
  await flow.stop();
  const continued = await allInterests(database);
  await database.execute(sql`delete from interests`);
  await log.replay('interests', new Date(0));
  await pass();
  const fromBoth = await allInterests(database);
  // What was learned before the lock was overwritten by nothing; the batch must not bring it back.
  assert.equal(continued.length, READERS);
  for (const [index, { line }] of continued.entries()) assert.notEqual(line, fromBoth[index]?.line);
});

test('AUTH-4: a rebuild writes no interests of an erased reader', async () => {
  const { accept, signals, pass, database, log, readers } = await reading();
  await accept(signals);
  await pass();
  const [erased = ''] = readers;
  await database.execute(sql`delete from interests where user_id = ${erased}`);
  await database.execute(sql`update users set erased_at = now(), email = null where id = ${erased}`);
  await rebuildInterests({ database, log });
  assert.equal((await allInterests(database)).length, READERS - 1);
});

async function reading() {
  const archive = await testEventArchive();
  const tools = await testSignals({ archive });
  const { database, newId, log, clock } = tools;
  await tools.pass();
  await database.execute(sql`update signal_rules set is_active = false`);
  await addTopic(database);
  const readers: string[] = [];
  for (let number = 0; number < READERS; number++) readers.push(await addReader(database, newId()));
  // An account without any signal.
  await addReader(database, newId());
  const articles: string[] = [];
  for (let number = 0; number < 4; number++) articles.push(await describedArticle(database, newId()));
  const signals = Array.from({ length: 80 }, (_, number): Signal => {
    const userId = readers[number % READERS] ?? '';
    const articleId = articles[number % articles.length] ?? '';
    return testSignal({
      kind: 'read',
      articleId,
      visitor: userId,
      userId,
      visit: `${number}`,
      seconds: number,
    });
  });
  const mute = () =>
    database.transaction(async tx => {
      const command = { kind: 'mute', subject: { on: 'source', id: articles[0] ?? '' } } as const;
      for (const userId of readers.slice(0, 5))
        appendInterestCommand(tx, log, { userId, at: clock.now(), command });
    });
  return { ...tools, archive, readers, signals, mute };
}

/** Every byte of the table. */
function allInterests(database: Database) {
  return database.many(
    row({ line: text }),
    sql`select user_id || ' ' || state::text || ' ' || updated_at as line from interests order by user_id`,
  );
}

const READERS = 10;
