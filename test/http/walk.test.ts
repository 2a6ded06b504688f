import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { SCOPES, type Scope } from '../../src/model/principal.ts';
import { jsonb, row } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { API_ROUTES } from '../../src/serve/api/index.ts';
import { testProgram } from '../harness/program.ts';
import { sample } from '../harness/sample.ts';
import { ask, assertProblem, assertSane, codeOf, type Got } from './support/ask.ts';
import { crowdOf } from './support/crowd.ts';
import { FORMS, guarded, nameOf, OPERATIONS, OTHERS, PAGES, pathOf } from './support/routes.ts';

/**
 * AUTH-3 and the access table of every route: the walk takes its routes from the OpenAPI document and from the
 * table of pages, so that a route that is added tomorrow is walked tomorrow.
 */
const under = await testProgram({ settings: { 'trusted-proxies': '127.0.0.1' } });
const crowd = crowdOf(under);
const CANARY = 'CANARY';
const owner = await crowd.person({ name: `${CANARY} name`, email: `${CANARY}@example.org` });
const ownersSession = await crowd.session(owner.userId, `${CANARY} browser`);
const ownersToken = await crowd.token(owner.userId, ['account:read', 'account:write'], `${CANARY} token`);
const ownersPasskey = await crowd.passkey(owner.userId, `${CANARY} passkey`);
const ownersIdentity = await crowd.identity(owner.userId, `https://${CANARY}.example`);
const ownersSearch = randomUUID();
await under.database.execute(sql`
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
  assert.equal(new Set(names).size, names.length, 'a method and path is there twice');
  assert.equal(new Set(OPERATIONS.map(({ operationId }) => operationId)).size, OPERATIONS.length);
});

test('every route of the walk is there', async () => {
  for (const path of OTHERS) assert.equal((await ask(under, { path })).status, 200, path);
  for (const route of [...OPERATIONS, ...PAGES]) {
    const answer = await walk(route, {});
    const missing = answer.status === 404 && codeOf(answer) === 'not-found';
    const isOff = route.path.startsWith('/auth/oidc/');
    assert.equal(missing, isOff, `${nameOf(route)} ${answer.status}`);
    assert.notEqual(answer.status, 405, nameOf(route));
  }
});

test('without a credential, or with a bad one, every guarded operation is refused', async () => {
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

test('without a session every page for members sends to sign-in and shows nothing', async () => {
  const token = await crowd.token(owner.userId, scopesBut());
  for (const headers of [{}, token.headers]) {
    for (const page of PAGES.filter(({ path }) => /^\/(account|admin)/.test(path))) {
      const answer = await walk(page, { ...headers, 'sec-fetch-site': 'same-origin' });
      assert.equal(answer.status, 303, nameOf(page));
      assert.match(String(answer.headers.location), /^\/sign-in\?returnTo=%2F(account|admin)/);
      assert.equal(answer.text, '');
    }
  }
});

test('AUTH-2: a reader, and every role but the one that is needed, is refused where a role is needed', async () => {
  const reader = await crowd.person();
  const others = await crowd.person({ roles: ['publisher', 'moderator'] });
  const forRoles = GUARDED.filter(({ access }) => access.role !== undefined);
  assert.ok(forRoles.length >= 5);
  for (const { route } of forRoles)
    for (const { headers } of [reader, others])
      assertProblem(await walk(route, headers, owner.userId), 'forbidden', nameOf(route));
});

test('AUTH-2: every page of the operator is refused to all others', async () => {
  const others = await crowd.person({ roles: ['publisher', 'moderator'] });
  const pages = PAGES.filter(({ path }) => path.startsWith('/admin'));
  assert.ok(pages.length >= 15, `${pages.length}`);
  for (const page of pages) assertProblem(await walk(page, others.headers), 'forbidden', nameOf(page));
});

test('a token that has every scope but the one that is needed is refused', async () => {
  const operator = await crowd.person({ roles: ['operator'] });
  for (const { route, access } of GUARDED) {
    const { headers } = await crowd.token(operator.userId, scopesBut(access.scope));
    assertProblem(await walk(route, headers), 'scope-missing', nameOf(route));
  }
});

test('what needs a fresh sign-in is refused to tokens with every scope', async () => {
  const operator = await crowd.person({ roles: ['operator'] });
  const { headers } = await crowd.token(operator.userId, scopesBut());
  const fresh = GUARDED.filter(({ access }) => access.fresh);
  assert.ok(fresh.length >= 6);
  for (const { route } of fresh)
    assertProblem(await walk(route, headers), 'fresh-sign-in-required', nameOf(route));
});

/** A word of a list stands there, and no id of anything. */
const OWN_LISTS = /^DELETE \/api\/v1\/account\/saved\b/;
const BY_NAME = /^\/api\/v1\/feeds\/\{feed\}/;

test("AUTH-3: with another user's ids on an operation nothing is shown and nothing is changed", async () => {
  const before = await everythingOf(owner.userId);
  for (const route of sample(OPERATIONS, 30)) {
    const statuses = new Set<number>();
    const stranger = await crowd.person();
    const { headers: token } = await crowd.token(stranger.userId, scopesBut('admin:read', 'admin:write'));
    for (const id of ownersIds) {
      for (const headers of [stranger.headers, token]) {
        const answer = await walk(route, headers, id);
        assertTellsNothing(answer, nameOf(route));
        statuses.add(answer.status);
      }
    }
    // Some of the ids are not even of the form that a route takes (400); none of those that are is found.
    if (!route.params || BY_NAME.test(route.path)) continue;
    // Taking something off one's own list that is not on it is no fault, and changes nothing.
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
  assert.deepEqual(await everythingOf(owner.userId), before);
});

test("AUTH-3: with another user's ids in a form nothing is shown and nothing is changed", async () => {
  const before = await everythingOf(owner.userId);
  for (const form of sample(FORMS, 30)) {
    for (const id of ownersIds) {
      const { headers } = await crowd.person();
      const fields = new URLSearchParams({ id, userId: id, user: id, name: 'x', displayName: 'x' });
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await ask(under, {
        method: 'POST',
        path: `${form.path}?id=${id}&userId=${id}`,
        headers: { ...headers, ...type, ...somewhere() },
        body: fields.toString(),
      });
      assertTellsNothing(answer, nameOf(form));
    }
  }
  assert.deepEqual(await everythingOf(owner.userId), before);
});

test('the walk would notice: the owner does see the marks that nobody else saw', async () => {
  for (const path of ['', '/sessions', '/passkeys', '/tokens', '/identities', '/saved-searches'].map(
    part => `/api/v1/account${part}`,
  )) {
    const answer = await ask(under, { path, headers: ownersSession.headers });
    assert.match(answer.text, new RegExp(CANARY), path);
  }
});

test('no step of the walk was a fault of ours', () => {
  const faults = under.telemetry.lines.filter(({ level }) => level === 'error');
  assert.deepEqual(faults, []);
});

/** Asks with a body that its schema accepts, as far as that can be told without knowing the route. */
async function walk(
  route: { method: string; path: string },
  headers: Record<string, string>,
  id = owner.sessionId,
): Promise<Got> {
  const body = BODIES[nameOf(route)];
  const answer = await ask(under, {
    method: route.method,
    path: pathOf(route, id),
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...somewhere(), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  assertSane(answer, nameOf(route));
  return answer;
}

function assertTellsNothing(answer: Got, what: string): void {
  assertSane(answer, what);
  assert.doesNotMatch(answer.text, new RegExp(CANARY, 'i'), what);
  assert.doesNotMatch(JSON.stringify(answer.headers), new RegExp(CANARY, 'i'), what);
}

/** Another place each time, so that limits per address do not end the walk. */
function somewhere(): Record<string, string> {
  steps++;
  return { 'x-forwarded-for': `10.${(steps >> 16) & 255}.${(steps >> 8) & 255}.${steps & 255}` };
}
let steps = 0;

function scopesBut(...left: Scope[]): Scope[] {
  return (Object.keys(SCOPES) as Scope[]).filter(scope => !left.includes(scope));
}

/** Every row that belongs to somebody, but for when it was last used. */
async function everythingOf(userId: string): Promise<unknown> {
  const { everything } = await under.database.one(
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
