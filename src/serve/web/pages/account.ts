import {
  findUser,
  listSessions,
  listTokens,
  type SessionSummary,
  type TokenSummary,
  type User,
} from '../../../accounts/index.ts';
import { listPasskeys, type Passkey } from '../../../accounts/passkeys/index.ts';
import { Problem } from '../../../errors.ts';
import { type Principal, SCOPES } from '../../../model/principal.ts';
import { type Html, html } from '../html.ts';
import type { Page } from '../layout.ts';
import { memberPage, type PageCall } from '../page-route.ts';
import { moment, notice, PASSWORD_HINT, refusals, textField } from './parts.ts';

export const accountPage = memberPage({
  method: 'GET',
  path: '/account',
  handler: async call => ({ page: await showAccount(call, { done: DONE[call.query('done') ?? ''] }) }),
});

/** The page after something was done or refused on it. A new token's secret is shown here, this once. */
export async function showAccount(call: PageCall<Principal>, outcome: Outcome): Promise<Page> {
  const { context, principal } = call;
  const user = await findUser(context.database, principal.userId);
  if (!user) throw new Problem('not-signed-in');
  const [sessions, tokens, passkeys] = await Promise.all([
    listSessions(context, user.id),
    listTokens(context, user.id),
    listPasskeys(context, user.id),
  ]);
  return {
    title: 'Account',
    script: call.assets.accountScript,
    body: html`<h1>${user.displayName}</h1>
${notice(outcome.done)}${refusals(outcome.reasons ?? [])}${outcome.secret ? newSecret(outcome.secret) : null}
<dl><dt>Email</dt><dd>${user.email}</dd><dt>Roles</dt><dd>${user.roles.join(', ')}</dd><dt>Since</dt><dd>${moment(user.createdAt)}</dd></dl>
<form method="post" action="/sign-out"><button class="plain">Sign out</button></form>
${profileSection(user)}${passwordSection(user)}${passkeySection(passkeys)}${sessionSection(sessions, principal)}${tokenSection(tokens, user)}${dataSection()}`,
  };
}

function newSecret(secret: string): Html {
  return html`<div class="notice" role="status"><p>Your new token, shown only now:</p><code class="secret">${secret}</code></div>`;
}

function profileSection(user: User): Html {
  return html`<h2>Name and address</h2>
<form method="post" action="/account/name">${textField({ name: 'displayName', label: 'Name', value: user.displayName, autocomplete: 'name' })}<button>Save name</button></form>
<form method="post" action="/account/email">${textField({ name: 'email', label: 'Email address', type: 'email', value: user.email, autocomplete: 'email' })}<button>Save address</button></form>`;
}

function passwordSection(user: User): Html {
  return html`<h2>Password</h2>
<form method="post" action="/account/password">
<input type="hidden" name="username" value="${user.email}" autocomplete="username">
${user.hasPassword ? textField({ name: 'current', label: 'Present password', type: 'password', autocomplete: 'current-password' }) : null}
${textField({ name: 'next', label: 'New password', type: 'password', autocomplete: 'new-password', hint: PASSWORD_HINT })}
<button>${user.hasPassword ? 'Change password' : 'Set password'}</button>
<p class="hint">You stay signed in here; every other session ends.</p>
</form>`;
}

function passkeySection(passkeys: readonly Passkey[]): Html {
  return html`<h2>Passkeys</h2>
<p>Sign in with your fingerprint, face or security key instead of a password.</p>
<ul class="list">${passkeys.map(
    passkey => html`<li><span><strong>${passkey.name}</strong><span class="quiet">Added ${moment(passkey.createdAt)}, last used ${moment(passkey.lastUsedAt)}</span></span>
<form method="post" action="/account/passkeys/remove"><input type="hidden" name="id" value="${passkey.id}"><button class="plain small">Remove<span class="visually-hidden"> ${passkey.name}</span></button></form></li>`,
  )}</ul>
<div data-passkey-form hidden>
${textField({ name: 'passkey-name', label: 'Name of the new passkey', value: 'This device', autocomplete: 'off', required: false })}
<button type="button" data-passkey="register">Add a passkey</button>
</div>
<p class="quiet" role="status" data-passkey-status></p>`;
}

function sessionSection(sessions: readonly SessionSummary[], principal: Principal): Html {
  return html`<h2>Where you are signed in</h2>
<ul class="list">${sessions.map(session => {
    const current = session.id === principal.credential.id;
    return html`<li><span><strong>${session.userAgent === '' ? 'Unknown browser' : session.userAgent}</strong><span class="quiet">${session.address}, by ${session.method}, last used ${moment(session.lastUsedAt)}</span></span>
${current ? html`<span class="quiet">This session</span>` : html`<form method="post" action="/account/sessions/end"><input type="hidden" name="id" value="${session.id}"><button class="plain small">End</button></form>`}</li>`;
  })}</ul>
${sessions.length > 1 ? html`<form method="post" action="/account/sessions/end-others"><button class="plain">Sign out everywhere else</button></form>` : null}`;
}

function tokenSection(tokens: readonly TokenSummary[], user: User): Html {
  const scopes = Object.entries(SCOPES).filter(
    ([scope]) => !scope.startsWith('admin:') || user.roles.includes('operator'),
  );
  return html`<h2>API tokens</h2>
<p>For programs that act for you. See the <a href="/api/docs">API documentation</a>.</p>
<ul class="list">${tokens.map(
    token => html`<li><span><strong>${token.name}</strong><span class="quiet">${token.scopes.join(', ')}; made ${moment(token.createdAt)}, last used ${moment(token.lastUsedAt)}${token.expiresAt ? html`, until ${moment(token.expiresAt)}` : null}</span></span>
<form method="post" action="/account/tokens/revoke"><input type="hidden" name="id" value="${token.id}"><button class="plain small">Revoke<span class="visually-hidden"> ${token.name}</span></button></form></li>`,
  )}</ul>
<form method="post" action="/account/tokens">
${textField({ name: 'name', label: 'Name of the new token', autocomplete: 'off' })}
<fieldset><legend>It may</legend>${scopes.map(
    ([scope, help]) =>
      html`<label class="check"><input type="checkbox" name="scope" value="${scope}"><span>${help} <code>${scope}</code></span></label>`,
  )}</fieldset>
<label for="days">It ends</label>
<select id="days" name="days"><option value="30">after 30 days</option><option value="90" selected>after 90 days</option><option value="365">after a year</option><option value="">when I revoke it</option></select>
<button>Create token</button>
</form>`;
}

function dataSection(): Html {
  return html`<h2>Your data</h2>
<p><a class="button plain" href="/account/export">Download everything about you</a></p>
<form method="post" action="/account/erase">
<p>Erasing your account removes or anonymises everything about you, within 24 hours. It cannot be undone.</p>
<label class="check"><input type="checkbox" name="confirm" value="yes" required><span>Yes, erase my account</span></label>
<button>Erase account</button>
</form>`;
}

const DONE: Readonly<Record<string, string>> = {
  name: 'Your name was changed.',
  email: 'Your address was changed.',
  password: 'Your password was changed, and every other session was ended.',
  passkey: 'The passkey was added.',
  'passkey-removed': 'The passkey was removed.',
  session: 'The session was ended.',
  sessions: 'Every other session was ended.',
  'token-revoked': 'The token was revoked.',
  linked: 'Your account is now connected.',
};

export interface Outcome {
  done?: string | undefined;
  reasons?: readonly string[];
  secret?: string;
}
