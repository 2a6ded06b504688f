import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { int8, row } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { findUserByEmail } from '../users.ts';
import { beginOidc } from './index.ts';
import { Browser } from './provider.testing.ts';
import {
  assertFails,
  callbackOf,
  context,
  database,
  finish,
  newPerson,
  newUser,
  provider,
  SIGN_IN,
  sessionOf,
  signInAtProvider,
} from './sign-in-flow.testing.ts';

test('attacks with state: forged, foreign, used, late, or from another browser', async () => {
  const login = newPerson();
  const { start, parameters } = await signInAtProvider(login);
  const other = await signInAtProvider(login);
  const withState = (state: string | null) => {
    const changed = new URLSearchParams(parameters);
    if (state === null) changed.delete('state');
    else changed.set('state', state);
    return changed;
  };
  for (const state of [null, '', 'x', context.newId(), other.parameters.get('state'), "' or 1=1 --"])
    await assertFails(
      'invalid-credentials',
      finish({ parameters: withState(state), browserBinding: start.browserBinding }),
    );
  for (const browserBinding of [undefined, '', 'x'.repeat(43), other.start.browserBinding])
    await assertFails('invalid-credentials', finish({ parameters, browserBinding }));

  await finish({ parameters, browserBinding: start.browserBinding });
  await assertFails('invalid-credentials', finish({ parameters, browserBinding: start.browserBinding }));

  await context.clock.advance(10 * 60_000);
  await assertFails(
    'invalid-credentials',
    finish({ parameters: other.parameters, browserBinding: other.start.browserBinding }),
  );
  const { count } = await database.one(
    row({ count: int8 }),
    sql`select count(*) from sessions where method = 'oidc' and created_at = ${new Date(context.clock.now())}`,
  );
  assert.equal(count, 0);
});

test('a callback belongs to the user who was signed in when it began', async () => {
  const login = newPerson();
  const signedInReader = await sessionOf(await newUser());
  const visitor = await signInAtProvider(login);
  await assertFails('invalid-credentials', finish({ ...callbackOf(visitor), principal: signedInReader }));
  const linking = await signInAtProvider(login, { intent: { kind: 'link', principal: signedInReader } });
  await assertFails('invalid-credentials', finish(callbackOf(linking)));
  await assertFails(
    'invalid-credentials',
    finish({ ...callbackOf(linking), principal: await sessionOf(await newUser()) }),
  );
  assert.equal((await finish({ ...callbackOf(linking), principal: signedInReader })).kind, 'linked');
});

test('a used code or one of another attempt is refused', async () => {
  const login = newPerson();
  const used = await signInAtProvider(login);
  await finish(callbackOf(used));
  for (const stolen of [used, await signInAtProvider(login)]) {
    const mine = await signInAtProvider(login);
    const parameters = new URLSearchParams(mine.parameters);
    parameters.set('code', stolen.parameters.get('code') ?? '');
    await assertFails(
      'identity-provider-failed',
      finish({ parameters, browserBinding: mine.start.browserBinding }),
    );
  }
});

test('attacks between us and the provider: a different nonce or verifier', async () => {
  const login = newPerson();
  for (const name of ['nonce', 'code_challenge']) {
    const start = await beginOidc(context, provider, { returnTo: '/', intent: SIGN_IN });
    const url = new URL(start.url);
    url.searchParams.set(name, randomBytes(32).toString('base64url'));
    const parameters = await new Browser(login).signIn(url.href);
    await assertFails(
      'identity-provider-failed',
      finish({ parameters, browserBinding: start.browserBinding }),
    );
  }
  assert.equal(await findUserByEmail(database, `${login}@people.example`), null);
});

test('mix-up: a response that names another issuer is refused', async () => {
  const { start, parameters } = await signInAtProvider(newPerson());
  parameters.set('iss', 'https://evil.example');
  await assertFails('identity-provider-failed', finish({ parameters, browserBinding: start.browserBinding }));
});
