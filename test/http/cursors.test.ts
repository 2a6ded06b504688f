import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from '../../src/platform/database/sql.ts';
import { fullProgram } from '../harness/shared-programs.ts';
import { asList, asRecord, assertProblem, sendRequest } from './support/send-request.ts';
import { createTestPeople } from './support/test-people.ts';

/** ALL-3 over HTTP: pages neither repeat nor skip entries, and a cursor works for its list and owner only. */
const site = await fullProgram();
const testPeople = createTestPeople(site);
const operator = await testPeople.person({ roles: ['operator'] });
const other = await testPeople.person({ roles: ['operator'] });

/** What happens between two pages. */
const happenings = fc.record({
  newcomers: fc.nat({ max: 2 }),
  /** Milliseconds; at 0 new users have the same timestamp as existing ones. */
  passes: fc.constantFrom(0, 0, 1),
  /** Whether the last user of the page, at which the next page begins, is erased. */
  erasesLast: fc.boolean(),
});

test('user pages neither repeat nor skip users while others are added and erased', async () => {
  let run = 0;
  const runs = fc.record({
    people: fc.integer({ min: 0, max: 9 }),
    limit: fc.integer({ min: 1, max: 4 }),
    between: fc.array(happenings, { minLength: 12, maxLength: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(runs, async ({ people, limit, between }) => {
      const mark = `run${++run}x`;
      const present: string[] = [];
      for (let n = 0; n < people; n++)
        present.push((await testPeople.person({ name: `${mark} ${n}` })).userId);
      const seen = await collect(`/api/v1/users?search=${mark}&limit=${limit}`, async (turn, last) => {
        const happening = between[turn % between.length];
        await site.clock.advance(happening?.passes ?? 0);
        for (let n = 0; n < (happening?.newcomers ?? 0); n++)
          await testPeople.person({ name: `${mark} late` });
        if (happening?.erasesLast && last !== undefined) await erase(last);
      });
      assert.deepEqual(seen, present.toReversed());
    }),
    { numRuns: 25 },
  );
});

test('audit log pages neither repeat nor skip an entry while the log grows', async () => {
  const actor = await testPeople.person({ roles: ['operator'] });
  const note = () =>
    sendRequest(site, {
      method: 'PATCH',
      path: '/api/v1/account',
      headers: { ...actor.headers, 'content-type': 'application/json' },
      body: '{"displayName":"Busy"}',
    });
  for (let n = 0; n < 10; n++) await note();
  const list = `/api/v1/audit?actor=${actor.userId}`;
  for (const limit of [1, 3, 5, 10]) {
    const present = await collect(`${list}&limit=200`, async () => undefined);
    const seen = await collect(`${list}&limit=${limit}`, async () => void (await note()));
    assert.ok(present.length >= 10);
    assert.deepEqual(seen, present, `limit ${limit}`);
  }
});

test('a cursor with any changed character is refused', async () => {
  const { cursor } = await cursorOf('/api/v1/users?limit=1');
  const changed = [...cursor].flatMap((character, at) =>
    [...'Q_'].filter(letter => letter !== character).map(letter => replaced(cursor, at, letter)),
  );
  for (const forged of [
    ...changed,
    '',
    '.',
    cursor.slice(0, -1),
    sameBytes(cursor),
    cursor.slice(1),
    `${cursor}A`,
    `${cursor}=`,
    `${cursor}.`,
    `${cursor}.${cursor}`,
    cursor.replace('.', '..'),
    ` ${cursor}`,
    `${Buffer.from('{"at":"2030-01-01T00:00:00Z"}').toString('base64url')}.${cursor.split('.')[1]}`,
  ])
    assertProblem(await page('/api/v1/users?limit=1', forged), 'invalid-cursor', forged);
});

test('a cursor of another list, search or user is refused', async () => {
  const users = await cursorOf('/api/v1/users?limit=1');
  const search = await cursorOf('/api/v1/users?limit=1&search=run');
  const audit = await cursorOf('/api/v1/audit?limit=1');
  const action = await cursorOf('/api/v1/audit?limit=1&action=account.renamed');
  const lists = [users, search, audit, action];
  for (const { list } of lists) {
    for (const { cursor, list: from } of lists) {
      const response = await page(list, cursor);
      if (from === list) assert.equal(response.status, 200);
      else assertProblem(response, 'invalid-cursor', `${from} at ${list}`);
    }
  }
  const foreign = await cursorOf('/api/v1/users?limit=1', other.headers);
  assertProblem(await page('/api/v1/users?limit=1', foreign.cursor), 'invalid-cursor');
});

test('a cursor works with another page size; a limit out of range is refused', async () => {
  const { cursor } = await cursorOf('/api/v1/users?limit=1');
  assert.equal((await page('/api/v1/users?limit=200', cursor)).status, 200);
  for (const limit of ['0', '201', '-1', '1.5', 'ten', ''])
    assertProblem(await page(`/api/v1/users?limit=${limit}`), 'validation-failed', limit);
});

/** The ids of all pages in order; calls `between` before each page but the first. */
async function collect(
  list: string,
  between: (turn: number, last: string | undefined) => Promise<void>,
): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let turn = 0; turn < 100; turn++) {
    const response = await page(list, cursor);
    assert.equal(response.status, 200, response.text);
    const { items, nextCursor } = response.json();
    ids.push(...asList(items).map(item => String(asRecord(item)['id'])));
    if (nextCursor === null) return ids;
    cursor = String(nextCursor);
    await between(turn, ids.at(-1));
  }
  throw new Error('the list does not end');
}

function page(list: string, cursor?: string, headers = operator.headers) {
  const joined = list.includes('?') ? '&' : '?';
  const path = cursor === undefined ? list : `${list}${joined}cursor=${encodeURIComponent(cursor)}`;
  return sendRequest(site, { path, headers });
}

async function cursorOf(list: string, headers = operator.headers) {
  const { nextCursor } = (await page(list, undefined, headers)).json();
  assert.equal(typeof nextCursor, 'string', list);
  return { list, cursor: String(nextCursor) };
}

function erase(userId: string): Promise<number> {
  const now = new Date(site.clock.now());
  return site.database.execute(
    sql`update users set email = null, disabled_at = ${now}, erased_at = ${now} where id = ${userId}`,
  );
}

/** Another last letter that decodes to the same bytes: only unused bits differ. */
function sameBytes(cursor: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const other = replaced(cursor, cursor.length - 1, letters[letters.indexOf(cursor.at(-1) ?? '') + 1] ?? '');
  const [signature = '', changed = ''] = [cursor, other].map(text => text.split('.')[1]);
  assert.deepEqual(Buffer.from(changed, 'base64url'), Buffer.from(signature, 'base64url'));
  return other;
}

function replaced(text: string, at: number, letter: string): string {
  return text.slice(0, at) + letter + text.slice(at + 1);
}
