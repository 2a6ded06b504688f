import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { SCOPES, type Scope } from '../../src/model/principal.ts';
import { jsonb, row } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { API_ROUTES } from '../../src/serve/api/index.ts';
import { sample } from '../harness/sample.ts';
import { proxiedProgram } from '../harness/shared-programs.ts';
import { FORMS, guarded, nameOf, OPERATIONS, PAGES, pathOf, UNLISTED_PATHS } from './support/routes.ts';
import { assertProblem, assertSane, codeOf, sendRequest, type TestResponse } from './support/send-request.ts';
import { createTestPeople } from './support/test-people.ts';

/**
 * AUTH-3 and the access table of every route. The walk takes its routes from the OpenAPI document and the
 * table of pages, so that it includes new routes automatically.
 */
const site = await proxiedProgram();
const testPeople = createTestPeople(site);
const CANARY = 'CANARY';
const owner = await testPeople.person({ name: `${CANARY} name`, email: `${CANARY}@example.org` });
const ownersSession = await testPeople.session(owner.userId, `${CANARY} browser`);
const ownersToken = await testPeople.token(
  owner.userId,
  ['account:read', 'account:write'],
  `${CANARY} token`,
);
const ownersPasskey = await testPeople.passkey(owner.userId, `${CANARY} passkey`);
const ownersIdentity = await testPeople.identity(owner.userId, `https://${CANARY}.example`);
const ownersSearch = randomUUID();
await site.database.execute(sql`
  insert into saved_searches (id, user_id, name, query, created_at, updated_at, version)
  values (${ownersSearch}, ${owner.userId}, ${`${CANARY} search`}, 'storm', now(), now(), nextval('saved_search_versions'))
`);
const ownersIds = [
  owner.userId,
  ownersSession.id,
  ownersToken.id,
  ownersPasskey,
  ownersIdentity,
  ownersSearch,
];

const GUARDED = OPERATIONS.flatMap(route => {
  const access = guarded(route.access);
  return access ? [{ route, access }] : [];
});

test('the walk covers every operation of the document and every page', () => {
  assert.equal(OPERATIONS.length, API_ROUTES.length);
  assert.ok(OPERATIONS.length >= 33 && PAGES.length >= 26, `${OPERATIONS.length} and ${PAGES.length}`);
  const names = [...OPERATIONS, ...PAGES].map(nameOf);
  assert.equal(new Set(names).size, names.length, 'a method and path occur twice');
  assert.equal(new Set(OPERATIONS.map(({ operationId }) => operationId)).size, OPERATIONS.length);
});

test('every route of the walk exists', async () => {
  for (const path of UNLISTED_PATHS) assert.equal((await sendRequest(site, { path })).status, 200, path);
  for (const route of [...OPERATIONS, ...PAGES]) {
    const response = await walk(route, {});
    const missing = response.status === 404 && codeOf(response) === 'not-found';
    const isOff = route.path.startsWith('/auth/oidc/');
    assert.equal(missing, isOff, `${nameOf(route)} ${response.status}`);
    assert.notEqual(response.status, 405, nameOf(route));
  }
});

test('without a valid credential every guarded operation is refused', async () => {
  const bad = [
    { authorization: 'Bearer bsht_wrong' },
    { authorization: 'Basic dXNlcjpwYXNz' },
    { authorization: `Bearer ${ownersToken.secret.slice(0, -1)}` },
    { cookie: `session=${ownersSession.id}.${'a'.repeat(43)}` },
  ];
  for (const { route } of GUARDED) {
    assertProblem(await walk(route, {}), 'not-signed-in', nameOf(route));
    for (const headers of bad)
      assertProblem(await walk(route, headers), 'invalid-credentials', nameOf(route));
  }
});

test("without a session every members' page redirects to sign-in and reveals nothing", async () => {
  const token = await testPeople.token(owner.userId, scopesBut());
  for (const headers of [{}, token.headers]) {
    for (const page of PAGES.filter(({ path }) => /^\/(account|admin)/.test(path))) {
      const response = await walk(page, { ...headers, 'sec-fetch-site': 'same-origin' });
      assert.equal(response.status, 303, nameOf(page));
      assert.match(String(response.headers.location), /^\/sign-in\?returnTo=%2F(account|admin)/);
      assert.equal(response.text, '');
    }
  }
});

test('AUTH-2: an operation that requires a role is refused to readers and to all other roles', async () => {
  const reader = await testPeople.person();
  const others = await testPeople.person({ roles: ['publisher', 'moderator'] });
  const forRoles = GUARDED.filter(({ access }) => access.role !== undefined);
  assert.ok(forRoles.length >= 5);
  for (const { route } of forRoles)
    for (const { headers } of [reader, others])
      assertProblem(await walk(route, headers, owner.userId), 'forbidden', nameOf(route));
});

test('AUTH-2: every operator page is refused to all other roles', async () => {
  const others = await testPeople.person({ roles: ['publisher', 'moderator'] });
  const pages = PAGES.filter(({ path }) => path.startsWith('/admin'));
  assert.ok(pages.length >= 15, `${pages.length}`);
  for (const page of pages) assertProblem(await walk(page, others.headers), 'forbidden', nameOf(page));
});

test('a token with every scope but the required one is refused', async () => {
  const operator = await testPeople.person({ roles: ['operator'] });
  for (const { route, access } of GUARDED) {
    const { headers } = await testPeople.token(operator.userId, scopesBut(access.scope));
    assertProblem(await walk(route, headers), 'scope-missing', nameOf(route));
  }
});

test('operations that require a recent sign-in are refused to tokens with every scope', async () => {
  const operator = await testPeople.person({ roles: ['operator'] });
  const { headers } = await testPeople.token(operator.userId, scopesBut());
  const fresh = GUARDED.filter(({ access }) => access.fresh);
  assert.ok(fresh.length >= 6);
  for (const { route } of fresh)
    assertProblem(await walk(route, headers), 'fresh-sign-in-required', nameOf(route));
});

/** The parameter is a word from a fixed list, not an id. */
const OWN_LISTS = /^DELETE \/api\/v1\/account\/(saved|hidden-stories)\b/;
const BY_NAME = /^\/api\/v1\/feeds\/\{feed\}/;

test("AUTH-3: an operation with another user's ids reveals and changes nothing", async () => {
  const before = await createResourcesOf(owner.userId);
  for (const route of sample(OPERATIONS, 30)) {
    const statuses = new Set<number>();
    const stranger = await testPeople.person();
    const { headers: token } = await testPeople.token(
      stranger.userId,
      scopesBut('admin:read', 'admin:write'),
    );
    for (const id of ownersIds) {
      for (const headers of [stranger.headers, token]) {
        const response = await walk(route, headers, id);
        assertRevealsNothing(response, nameOf(route));
        statuses.add(response.status);
      }
    }
    // Some ids do not have the form that a route takes (400); the others are not found.
    if (!route.params || BY_NAME.test(route.path)) continue;
    // Removing an entry that is not on one's own list succeeds and changes nothing.
    const refusals = OWN_LISTS.test(nameOf(route)) ? [204, 400, 403, 404] : [400, 403, 404];
    assert.ok(
      [...statuses].every(status => refusals.includes(status)),
      `${nameOf(route)} ${[...statuses]}`,
    );
    assert.ok(
      refusals.some(status => status !== 400 && statuses.has(status)),
      nameOf(route),
    );
  }
  assert.deepEqual(await createResourcesOf(owner.userId), before);
});

test("AUTH-3: a form with another user's ids reveals and changes nothing", async () => {
  const before = await createResourcesOf(owner.userId);
  for (const form of sample(FORMS, 30)) {
    for (const id of ownersIds) {
      const { headers } = await testPeople.person();
      const fields = new URLSearchParams({ id, userId: id, user: id, name: 'x', displayName: 'x' });
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      const response = await sendRequest(site, {
        method: 'POST',
        path: `${form.path}?id=${id}&userId=${id}`,
        headers: { ...headers, ...type, ...newAddress() },
        body: fields.toString(),
      });
      assertRevealsNothing(response, nameOf(form));
    }
  }
  assert.deepEqual(await createResourcesOf(owner.userId), before);
});

test('the walk would detect a leak: the owner does see the marks that no other user saw', async () => {
  for (const path of ['', '/sessions', '/passkeys', '/tokens', '/identities', '/saved-searches'].map(
    part => `/api/v1/account${part}`,
  )) {
    const response = await sendRequest(site, { path, headers: ownersSession.headers });
    assert.match(response.text, new RegExp(CANARY), path);
  }
});

test('no step of the walk caused an internal error', () => {
  const faults = site.telemetry.lines.filter(({ level }) => level === 'error');
  assert.deepEqual(faults, []);
});

/** Sends a body that its schema accepts, as far as that can be derived without knowing the route. */
async function walk(
  route: { method: string; path: string },
  headers: Record<string, string>,
  id = owner.sessionId,
): Promise<TestResponse> {
  const body = BODIES[nameOf(route)];
  const response = await sendRequest(site, {
    method: route.method,
    path: pathOf(route, id),
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...newAddress(), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  assertSane(response, nameOf(route));
  return response;
}

function assertRevealsNothing(response: TestResponse, what: string): void {
  assertSane(response, what);
  assert.doesNotMatch(response.text, new RegExp(CANARY, 'i'), what);
  assert.doesNotMatch(JSON.stringify(response.headers), new RegExp(CANARY, 'i'), what);
}

/** A new address for each request, so that limits per address do not end the walk. */
function newAddress(): Record<string, string> {
  steps++;
  return { 'x-forwarded-for': `10.${(steps >> 16) & 255}.${(steps >> 8) & 255}.${steps & 255}` };
}
let steps = 0;

function scopesBut(...left: Scope[]): Scope[] {
  return (Object.keys(SCOPES) as Scope[]).filter(scope => !left.includes(scope));
}

/** Every row that belongs to the user, without the times of last use. */
async function createResourcesOf(userId: string): Promise<unknown> {
  const { everything } = await site.database.one(
    row({ everything: jsonb }),
    sql`
      select jsonb_build_object(
        'user', (select to_jsonb(users) from users where id = ${userId}),
        'sessions', (select jsonb_agg(to_jsonb(s) - 'last_used_at' order by id) from sessions s where user_id = ${userId}),
        'tokens', (select jsonb_agg(to_jsonb(t) - 'last_used_at' order by id) from api_tokens t where user_id = ${userId}),
        'passkeys', (select jsonb_agg(to_jsonb(p) order by id) from passkeys p where user_id = ${userId}),
        'identities', (select jsonb_agg(to_jsonb(i) order by issuer) from identities i where user_id = ${userId}),
        'searches', (select jsonb_agg(to_jsonb(s) order by id) from saved_searches s where user_id = ${userId}),
        'erasures', (select count(*) from erasures where user_id = ${userId})
      ) as everything
    `,
  );
  return everything;
}

const BODIES: Readonly<Record<string, unknown>> = {
  'PATCH /api/v1/account': { displayName: 'Another' },
  'PATCH /api/v1/account/passkeys/{id}': { name: 'Another' },
  'PATCH /api/v1/account/saved-searches/{id}': { name: 'Another' },
  'PATCH /api/v1/users/{id}': { roles: ['operator'], disabled: true },
  'POST /api/v1/account/tokens': { name: 'Another', scopes: ['account:read'] },
  'POST /api/v1/articles/{id}/read': { session: 'another' },
  'POST /api/v1/articles/{id}/feedback': { say: 'save' },
  'POST /api/v1/service-tokens': { audience: 'another', scopes: [] },
};
