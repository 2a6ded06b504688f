import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepareAccountMail } from '../../src/accounts/index.ts';
import { row, text, timestamptz } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { eventually } from '../harness/eventually.ts';
import { type Letter, startMailServer } from '../harness/mail-server.ts';
import { sameOrigin, signInReader } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { asRecord, assertProblem, sendForm, sendJson, sendRequest } from './support/send-request.ts';
import { createTestPeople, type TestUser } from './support/test-people.ts';

/** AUTH-8: confirmed addresses, passwords reset by mail, and the end of all mail, with a real mail server. */
const server = await startMailServer();
const ORIGIN = 'http://news.example';
const site = await testProgram({
  settings: { roles: 'web,tasks', 'public-url': ORIGIN, 'smtp-url': server.url, 'mail-limit': '2' },
});
const listening = site.telemetry.lines.find(({ msg }) => msg === 'http.listening');
const at = { url: String(listening?.['url']) };
const people = createTestPeople(site);
const PASSWORD = 'seven lanterns by the sea';
const NEXT = 'a bicycle under the bridge';
const FORM = { ...sameOrigin(ORIGIN), accept: 'text/html' };
let number = 0;

test('AUTH-8: a sign-up gets one confirmation mail, whose link confirms the address once', async () => {
  const reader = await signUp({ displayName: 'WIN A PRIZE at evil.example' });
  const letter = await letterTo(reader.email);
  assert.equal(letter.subject, 'Confirm your email address for Broadsheet');
  assert.ok(!letter.raw.includes('PRIZE') && !letter.text.includes('evil.example'), 'text of a stranger');
  assert.equal(await confirmedAt(reader), null);
  const code = codeIn(letter);
  const page = await sendRequest(at, { path: `/confirm-email?code=${code}`, headers: FORM });
  assert.equal(page.status, 200);
  assert.equal(await confirmedAt(reader), null, 'programs that check links open them');
  assert.equal((await confirm(code)).status, 200);
  assert.notEqual(await confirmedAt(reader), null);
  assert.equal((await confirm(code)).status, 410);
  assert.deepEqual(await auditOf(reader, 'email.confirmed'), [{ method: 'mail' }]);
  const stored = await site.database.many(
    row({ hash: text }),
    sql`select secret_hash::text as hash from one_time_links`,
  );
  assert.ok(!JSON.stringify(stored).includes(code));
  assert.equal(lettersTo(reader.email).length, 1);
});

test('AUTH-8: of two confirmations at once, one takes effect', async () => {
  const reader = await signUp();
  const code = codeIn(await letterTo(reader.email));
  const statuses = (await Promise.all([1, 2, 3, 4].map(() => confirm(code)))).map(({ status }) => status);
  assert.deepEqual(statuses.sort(), [200, 410, 410, 410]);
  assert.equal((await auditOf(reader, 'email.confirmed')).length, 1);
});

test('AUTH-8: a link expires after a day', async () => {
  const [late, inTime] = [await signUp(), await signUp()];
  const codes = [codeIn(await letterTo(late.email)), codeIn(await letterTo(inTime.email))];
  await site.clock.advance(23 * 3_600_000);
  assert.equal((await confirm(codes[1] ?? '')).status, 200);
  await site.clock.advance(3_600_000);
  assert.equal((await confirm(codes[0] ?? '')).status, 410);
  assert.equal(await confirmedAt(late), null);
});

test('AUTH-8: a new address must be confirmed, and a link confirms only the address it was sent to', async () => {
  const reader = await signUp();
  const old = codeIn(await letterTo(reader.email));
  const next = `moved-${number++}@mail.example`;
  const change = await sendForm(at, {
    path: '/account/email',
    headers: reader.headers,
    fields: { email: next },
  });
  assert.equal(change.status, 303);
  assert.equal((await confirm(old)).status, 410);
  assert.equal(await confirmedAt(reader), null);
  assert.equal((await confirm(codeIn(await letterTo(next)))).status, 200);
  assert.notEqual(await confirmedAt(reader), null);
  const respelt = await sendForm(at, {
    path: '/account/email',
    headers: reader.headers,
    fields: { email: next.replace('moved', 'Moved') },
  });
  assert.equal(respelt.status, 303);
  assert.notEqual(await confirmedAt(reader), null, 'another spelling of the same address');
});

test('AUTH-8: an address gets at most three confirmations a day, also from several processes and accounts', async () => {
  const victim = `victim-${number++}@mail.example`;
  const attacker = await people.person({ email: victim, isConfirmed: false });
  const context = people.accounts;
  const prepared = await Promise.all(
    Array.from({ length: 20 }, () =>
      prepareAccountMail(context, { kind: 'confirmation', userId: attacker.userId }),
    ),
  );
  assert.equal(prepared.filter(each => each !== null).length, 3);
  const path = '/api/v1/account/email/confirmation';
  const resend = await sendRequest(at, { method: 'POST', path, headers: attacker.headers });
  assertProblem(resend, 'too-many-requests');
  const tagged = await people.person({ email: victim.replace('@', '+tag@'), isConfirmed: false });
  for (const { userId } of [attacker, tagged])
    for (const kind of ['confirmation', 'reset'] as const)
      assert.equal(await prepareAccountMail(context, { kind, userId }), null, 'a detour to the same mailbox');
  const other = await people.person({ isConfirmed: false });
  assert.ok(await prepareAccountMail(context, { kind: 'confirmation', userId: other.userId }));
  await site.clock.advance(24 * 3_600_000);
  assert.ok(await prepareAccountMail(context, { kind: 'confirmation', userId: attacker.userId }));
});

test('AUTH-8: the account page shows the state of the address and sends the link again', async () => {
  const reader = await signUp({ language: 'de' });
  const first = await letterTo(reader.email);
  assert.equal(first.subject, 'E-Mail-Adresse für Broadsheet bestätigen');
  assert.match(await accountPage(reader), /not confirmed yet/);
  const sent = await sendForm(at, {
    path: '/account/email/confirmation',
    headers: reader.headers,
    fields: {},
  });
  assert.equal(sent.headers.location, '/account?done=confirmation-sent');
  await eventually(() => assert.equal(lettersTo(reader.email).length, 2));
  assert.equal((await confirm(codeIn(first))).status, 410, 'the new link replaces the first');
  assert.equal((await confirm(codeIn(lettersTo(reader.email)[1]))).status, 200);
  assert.match(await accountPage(reader), /Your email address is confirmed/);
  const again = await sendForm(at, {
    path: '/account/email/confirmation',
    headers: reader.headers,
    fields: {},
  });
  assert.equal(again.status, 422);
});

test('AUTH-8: a person resets the password by mail, which ends every session', async () => {
  const reader = await signUp();
  await confirm(codeIn(await letterTo(reader.email)));
  server.letters.length = 0;
  const [known, unknown] = [
    await forgot(reader.email.toUpperCase()),
    await forgot('no-account@mail.example'),
  ];
  assert.equal(known.status, 200);
  const shown = ({ text: page }: { text: string }) => /<main.*<\/main>/s.exec(page)?.[0];
  assert.equal(shown(unknown), shown(known), 'no enumeration by the answer');
  const letter = await letterTo(reader.email);
  assert.equal(letter.subject, 'Reset your password for Broadsheet');
  const code = codeIn(letter);
  assert.equal((await choose(code, 'password')).status, 422, 'a weak password does not use the link up');
  assert.equal((await choose(code)).headers.location, '/account');
  assert.equal((await choose(code, 'another bicycle by the sea')).status, 410);
  const old = await sendRequest(at, { path: '/account', headers: reader.headers });
  assert.equal(old.status, 303);
  await assert.rejects(signInReader(at, reader.email, PASSWORD));
  await signInReader(at, reader.email, NEXT);
  assert.equal((await auditOf(reader, 'password.reset-requested')).length, 1);
  assert.equal((await auditOf(reader, 'password.changed')).length, 1);
  assert.deepEqual(lettersTo('no-account@mail.example'), []);
});

test('AUTH-8: a reset expires after an hour, is void after a change of address, and leaves an operator’s link alone', async () => {
  const reader = await people.person();
  const context = people.accounts;
  const prepare = () => prepareAccountMail(context, { kind: 'reset', userId: reader.userId });
  const operator = await people.person({ roles: ['operator'] });
  const path = `/api/v1/users/${reader.userId}/password-link`;
  const link = await sendRequest(at, { method: 'POST', path, headers: operator.headers });
  const handedOver = new URL(String(link.json()['url'])).searchParams.get('code') ?? '';
  const first = (await prepare())?.link.secret ?? '';
  const open = (code: string) => sendRequest(at, { path: `/new-password?code=${code}`, headers: FORM });
  assert.equal((await open(first)).status, 200);
  assert.equal((await open(handedOver)).status, 200, 'a stranger’s request voids no link of an operator');
  const email = `elsewhere-${number++}@mail.example`;
  await sendForm(at, { path: '/account/email', headers: { ...reader.headers, ...FORM }, fields: { email } });
  assert.equal((await open(first)).status, 410);
  const second = (await prepare())?.link.secret ?? '';
  assert.equal((await open(second)).status, 200);
  await site.clock.advance(3_600_000);
  assert.equal((await choose(second)).status, 410);
});

test('AUTH-8: a reset of an unconfirmed address confirms it and ends what a stranger may have set up', async () => {
  const squatter = await people.person({ isConfirmed: false });
  await people.passkey(squatter.userId, 'of the stranger');
  const token = await people.token(squatter.userId, ['account:read']);
  const api = () => sendRequest(at, { path: '/api/v1/account', headers: token.headers });
  assert.equal((await api()).status, 200);
  await forgot(squatter.email);
  assert.equal((await choose(codeIn(await letterTo(squatter.email)))).status, 303);
  assert.notEqual(await confirmedAt(squatter), null);
  assert.equal((await api()).status, 401);
  const left = await site.database.many(
    row({ name: text }),
    sql`select name from passkeys where user_id = ${squatter.userId}`,
  );
  assert.deepEqual(left, []);
});

test('AUTH-8: digests and alerts cannot use up the allowance of a reset', async () => {
  const reader = await people.person();
  await site.database.execute(sql`
    insert into mail_counts (address_hash, kind, day, sent)
    values (mail_box_hash(${reader.email}), 'news', ${new Date(site.clock.now())}::timestamptz::date, 2)
  `);
  await forgot(reader.email);
  assert.match((await letterTo(reader.email)).subject, /Reset your password/);
});

test('AUTH-8: a disabled account gets no mail', async () => {
  const [disabled, enabled] = [await people.person(), await people.person()];
  await site.database.execute(sql`update users set disabled_at = now() where id = ${disabled.userId}`);
  await forgot(disabled.email);
  await forgot(enabled.email);
  await letterTo(enabled.email);
  assert.deepEqual(lettersTo(disabled.email), []);
});

test('AUTH-8: a mail that the server refuses for now is sent later and counted once', async () => {
  const reader = await people.person();
  server.refuse = true;
  await forgot(reader.email);
  await eventually(() =>
    assert.ok(
      site.telemetry.lines.some(
        ({ msg, queue }) => msg === 'queue.handler_failed' && queue === 'accounts.mails',
      ),
    ),
  );
  server.refuse = false;
  assert.equal((await choose(codeIn(await letterTo(reader.email)))).status, 303);
  const { sent } = await site.database.one(
    row({ sent: text }),
    sql`select sent::text from mail_counts where address_hash = mail_box_hash(${reader.email}) and kind = 'reset'`,
  );
  assert.equal(sent, '1');
});

test('AUTH-8: one click in a mail stops all mail to the address, even for a later account', async () => {
  const reader = await signUp();
  const letter = await letterTo(reader.email);
  const url = new URL(/^<(.*)>$/.exec(letter.header('List-Unsubscribe'))?.[1] ?? '');
  assert.equal(letter.header('List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click');
  const path = url.pathname + url.search;
  const forged = path.replace(/sign=./, match => (match === 'sign=x' ? 'sign=y' : 'sign=x'));
  assert.equal((await oneClick(forged)).status, 410);
  assert.equal((await sendRequest(at, { path, headers: FORM })).status, 200);
  assert.equal(await stoppedAt(reader), null, 'opening the link stops nothing');
  assert.equal((await oneClick(path)).status, 200);
  assert.notEqual(await stoppedAt(reader), null);
  const page = await accountPage(reader);
  assert.match(page, /stopped on .* with a link/);
  const refused = await sendForm(at, {
    path: '/account/mail',
    headers: reader.headers,
    fields: { stopped: 'no' },
  });
  assert.equal(refused.status, 422, 'an unconfirmed address may be someone else’s');
  await site.database.execute(sql`
    update users set email = null, erased_at = now(), disabled_at = now() where id = ${reader.userId}
  `);
  server.letters.length = 0;
  const later = await signUp({ email: reader.email });
  await forgot(reader.email);
  const control = await signUp();
  await letterTo(control.email);
  await idle();
  assert.deepEqual(lettersTo(later.email), []);
  const fields = Object.fromEntries(url.searchParams);
  assert.equal((await sendForm(at, { path: '/mail/allow', headers: FORM, fields })).status, 200);
  await forgot(reader.email);
  await letterTo(reader.email);
});

test('AUTH-8: both forms of a one-click request are accepted, and other forms still need our pages', async () => {
  const reader = await people.person();
  const path = await stopPath(reader);
  const body = '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
  const headers = { 'content-type': 'multipart/form-data; boundary=x', accept: 'text/html' };
  assert.equal((await sendRequest(at, { method: 'POST', path, headers, body })).status, 200);
  assert.notEqual(await stoppedAt(reader), null);
  const other = await sendForm(at, { path: path.replace('stop', 'allow'), fields: {} });
  assertProblem(other, 'cross-site-request');
  assert.notEqual(await stoppedAt(reader), null);
});

test('AUTH-8: the account page stops all mail and allows it again; a reset still arrives', async () => {
  const reader = await people.person();
  const own = { ...reader.headers, ...FORM };
  const change = (stopped: string) =>
    sendForm(at, { path: '/account/mail', headers: own, fields: { stopped } });
  assert.match(await accountPage({ ...reader, headers: own }), /Stop all email/);
  assert.equal((await change('yes')).headers.location, '/account?done=mail-stopped');
  assert.match(await accountPage({ ...reader, headers: own }), /All email to you was stopped/);
  await forgot(reader.email);
  await letterTo(reader.email);
  assert.equal((await change('no')).headers.location, '/account?done=mail-allowed');
  assert.equal(await stoppedAt(reader), null);
  const state = asRecord((await sendRequest(at, { path: '/api/v1/account/mail', headers: own })).json());
  assert.equal(state['stoppedAt'], null);
  const actions = [...(await auditOf(reader, 'mail.stopped')), ...(await auditOf(reader, 'mail.resumed'))];
  assert.equal(actions.length, 2);
});

test('AUTH-8: an operator confirms an address', async () => {
  const reader = await people.person({ isConfirmed: false });
  const operator = await people.person({ roles: ['operator'] });
  const patch = (headers: Record<string, string>) =>
    sendJson(at, {
      method: 'PATCH',
      path: `/api/v1/users/${reader.userId}`,
      headers,
      json: { emailConfirmed: true },
    });
  assertProblem(await patch(reader.headers), 'forbidden');
  assert.equal(await confirmedAt(reader), null);
  assert.equal((await patch(operator.headers)).status, 200);
  assert.notEqual(await confirmedAt(reader), null);
});

async function signUp({
  email = `reader-${number++}@mail.example`,
  displayName = 'Ada',
  language = 'en',
} = {}) {
  const fields = { email, displayName, password: PASSWORD };
  const headers = { ...FORM, 'accept-language': language };
  const response = await sendForm(at, { path: '/sign-up', headers, fields });
  assert.equal(response.status, 303, response.text);
  const { cookie, userId } = await signInReader(at, email, PASSWORD);
  return { email, userId, headers: { ...FORM, cookie } };
}

function confirm(code: string) {
  return sendForm(at, { path: '/confirm-email', headers: FORM, fields: { code } });
}

function choose(code: string, password = NEXT) {
  return sendForm(at, { path: '/new-password', headers: FORM, fields: { code, password } });
}

async function forgot(email: string) {
  // Not the subject of these tests, which all come from one address.
  await site.clock.advance(3_601_000);
  return sendForm(at, { path: '/forgot-password', headers: FORM, fields: { email } });
}

/** What a mail provider sends: no cookie, and no page of ours. */
function oneClick(path: string) {
  return sendForm(at, {
    path,
    headers: { accept: 'text/html' },
    fields: { 'List-Unsubscribe': 'One-Click' },
  });
}

async function stopPath(reader: TestUser): Promise<string> {
  await forgot(reader.email);
  const header = (await letterTo(reader.email)).header('List-Unsubscribe');
  const { pathname, search } = new URL(header.slice(1, -1));
  return pathname + search;
}

function lettersTo(email: string): Letter[] {
  return server.letters.filter(({ to }) => to === email);
}

async function letterTo(email: string): Promise<Letter> {
  await eventually(() => assert.ok(lettersTo(email).length > 0, `a letter to ${email}`));
  return lettersTo(email).at(-1) as Letter;
}

function codeIn(letter: Letter | undefined): string {
  return /\?code=([\w-]{43})/.exec(letter?.text ?? '')?.[1] ?? '';
}

async function idle(): Promise<void> {
  await eventually(async () => {
    const { left } = await site.database.one(
      row({ left: text }),
      sql`
        select count(*)::text as left from queue_leases join queues on queues.id = queue_id
        where name = 'accounts.mails'
      `,
    );
    assert.equal(left, '0');
  });
}

async function accountPage({ headers }: Pick<TestUser, 'headers'>): Promise<string> {
  return (await sendRequest(at, { path: '/account', headers })).text;
}

async function confirmedAt({ userId }: { userId: string }): Promise<Date | null> {
  const [found] = await site.database.many(
    row({ at: timestamptz }),
    sql`select email_confirmed_at as at from users where id = ${userId} and email_confirmed_at is not null`,
  );
  return found?.at ?? null;
}

async function stoppedAt({ email }: { email: string }): Promise<Date | null> {
  const [found] = await site.database.many(
    row({ at: timestamptz }),
    sql`select stopped_at as at from mail_stops where address_hash = mail_address_hash(${email})`,
  );
  return found?.at ?? null;
}

async function auditOf({ userId }: { userId: string }, action: string): Promise<unknown[]> {
  const found = await site.database.many(
    row({ detail: text }),
    sql`select detail::text from audit_log where subject_id = ${userId} and action = ${action}`,
  );
  return found.map(({ detail }) => JSON.parse(detail) as unknown);
}
