import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InterestCommand } from '../../model/interest-command.ts';
import { sql } from '../../platform/database/sql.ts';
import { testSignal, testSignals } from '../signals.testing.ts';
import { appendInterestCommand } from './append-command.ts';
import { readInterests } from './interest-store.ts';
import { addReader, addTopic, DIMENSION, describedArticle } from './interests.testing.ts';
import type { ReaderInterests } from './interests.ts';

test('INT-1, INT-2: signals update interests once and in order, and a full replay gives the same interests', async () => {
  const { accept, pass, newId, database, log, clock } = await testSignals();
  await addTopic(database);
  const [reader, other] = [await addReader(database, newId()), await addReader(database, newId())];
  const articles = [];
  for (let number = 0; number < 5; number++) articles.push(await describedArticle(database, newId()));
  for (const [index, articleId] of articles.entries()) {
    const read = testSignal({
      kind: 'read',
      articleId,
      visitor: reader,
      userId: reader,
      seconds: 60,
      visit: `s${index}`,
    });
    await accept([read, read]);
    await clock.advance(3_600_000);
  }
  await accept([testSignal({ kind: 'read', articleId: articles[0] ?? '', visitor: other, userId: other })]);
  await accept([testSignal({ kind: 'read', articleId: articles[0] ?? '' })]);
  await pass();
  const learned = await readInterests(database, reader);
  assert.ok((learned.topics[DIMENSION] ?? 0) > 0.99, `${learned.topics[DIMENSION]}`);
  assert.ok((learned.entities.get('marie-curie') ?? 0) > 0.4);
  assert.ok(
    (learned.entities.get('marie-curie') ?? 0) >
      ((await readInterests(database, other)).entities.get('marie-curie') ?? 1),
  );
  // A replay onto stored interests changes nothing; a replay from none gives the same interests.
  await log.replay('interests', new Date(0));
  await pass();
  assert.deepEqual(plain(await readInterests(database, reader)), plain(learned));
  await database.execute(sql`delete from interests`);
  await log.replay('interests', new Date(0));
  await pass();
  assert.deepEqual(plain(await readInterests(database, reader)), plain(learned));
});

test('INT-3: a reader’s commands take effect in order with their signals', async () => {
  const { accept, pass, newId, database, log, clock } = await testSignals();
  await addTopic(database);
  const reader = await addReader(database, newId());
  const article = await describedArticle(database, newId());
  const send = (command: InterestCommand) =>
    database.transaction(async tx => {
      appendInterestCommand(tx, log, { userId: reader, at: clock.now(), command });
    });
  await send({ kind: 'set', subject: { on: 'topic', id: DIMENSION }, level: -1 });
  await send({ kind: 'pause' });
  await pass();
  await accept([testSignal({ kind: 'read', articleId: article, visitor: reader, userId: reader })]);
  await pass();
  const paused = await readInterests(database, reader);
  assert.equal(paused.topics[DIMENSION], 0, 'nothing is learned while paused');
  assert.equal(paused.set.get(`topic:${DIMENSION}`), -1);
  await send({ kind: 'reset', what: 'everything' });
  await pass();
  assert.equal((await readInterests(database, reader)).set.size, 0);
});

test('AUTH-4: signals of a reader who was erased before they are processed are ignored', async () => {
  const { accept, pass, newId, database } = await testSignals();
  await addTopic(database);
  const reader = await addReader(database, newId());
  const article = await describedArticle(database, newId());
  await accept([testSignal({ kind: 'read', articleId: article, visitor: reader, userId: reader })]);
  await database.execute(sql`update users set erased_at = now(), email = null where id = ${reader}`);
  await pass();
  assert.equal((await readInterests(database, reader)).offset, 0n);
});

function plain({ topics, entities, sources, set, muted, learnedAt, isPaused }: ReaderInterests) {
  return {
    topics: [...topics],
    entities: [...entities],
    sources: [...sources],
    set: [...set],
    muted: [...muted],
    learnedAt,
    isPaused,
  };
}
