import assert from 'node:assert/strict';
import { test } from 'node:test';
import { webProgram } from '../harness/shared-programs.ts';
import { asList, asRecord, assertProblem, sendForm, sendJson, sendRequest } from './support/send-request.ts';
import { createTestPeople, type TestUser } from './support/test-people.ts';

/** FEED-12, AUTH-3: the address of a private feed belongs to one reader. Others can neither find, revoke nor guess it. */
const site = await webProgram();
const testPeople = createTestPeople(site);
const [owner, thief] = [await testPeople.person(), await testPeople.person()];
const TOKENS = '/api/v1/account/feed-tokens';

test('another reader neither sees nor revokes the address; its owner does', async () => {
  const { id, path } = await makeToken(owner);
  assert.deepEqual(await tokensOf(thief), []);
  const revoke = (by: TestUser) =>
    sendRequest(site, { method: 'DELETE', path: `${TOKENS}/${id}`, headers: by.headers });
  assertProblem(await revoke(thief), 'not-found');
  assertProblem(await sendRequest(site, { method: 'DELETE', path: `${TOKENS}/${id}` }), 'not-signed-in');
  await sendForm(site, { path: '/account/feeds/address/revoke', headers: thief.headers, fields: { id } });
  assert.equal((await sendRequest(site, { path })).status, 200, 'it still works');
  assert.deepEqual(await tokensOf(owner), [id]);
  assert.equal((await revoke(owner)).status, 204);
  assertProblem(await sendRequest(site, { path }), 'not-found');
});

test('an address shows the feed of its owner, whichever session asks for it', async () => {
  const [mine, theirs] = [await makeToken(owner), await makeToken(thief)];
  const read = async (path: string, headers = {}) => (await sendRequest(site, { path, headers })).text;
  assert.equal(await read(mine.path, thief.headers), await read(mine.path));
  // Positive control: the two feeds differ.
  assert.notEqual(await read(theirs.path), await read(mine.path));
});

test('changed, cut and swapped tokens are not found; a token opens nothing but its feed', async () => {
  const [mine, theirs] = [await makeToken(owner), await makeToken(thief)];
  const token = /private\/([^.]+)/.exec(mine.path)?.[1] ?? '';
  const other = /private\/([^.]+)/.exec(theirs.path)?.[1] ?? '';
  assert.equal(token.length, 32);
  const half = token.length >> 1;
  for (const forged of [
    token.slice(0, -1),
    `${token}A`,
    token.toUpperCase(),
    token.slice(0, half) + other.slice(half),
    mine.id,
    owner.userId,
    "' or 1=1 --",
    '%00',
    '..',
    '',
  ])
    assert.ok(
      [400, 404].includes(
        (
          await sendRequest(site, {
            path: `/feeds/private/${forged.includes('%') ? forged : encodeURIComponent(forged)}.atom`,
          })
        ).status,
      ),
      forged,
    );
  for (const headers of [{ authorization: `Bearer ${token}` }, { cookie: `session=${token}` }])
    assert.equal((await sendRequest(site, { path: '/api/v1/account', headers })).status, 401);
  assert.equal((await sendRequest(site, { path: mine.path })).status, 200);
});

async function makeToken({ headers }: TestUser): Promise<{ id: string; path: string }> {
  const made = await sendJson(site, { method: 'POST', path: TOKENS, headers, json: { feed: 'saved' } });
  assert.equal(made.status, 201, made.text);
  return { id: String(made.json()['id']), path: new URL(String(made.json()['atom'])).pathname };
}

async function tokensOf({ headers }: TestUser): Promise<unknown[]> {
  const answer = await sendRequest(site, { path: TOKENS, headers });
  return asList(answer.json()['items']).map(item => asRecord(item)['id']);
}
