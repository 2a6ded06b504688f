import type { SessionSummary, TokenSummary, User } from '../../../accounts/index.ts';
import type { LinkedIdentity } from '../../../accounts/oidc/index.ts';
import type { Passkey } from '../../../accounts/passkeys/index.ts';
import { isForOperators, SCOPES } from '../../../model/principal.ts';
import { browserName } from '../browser-name.ts';
import { type Html, html } from '../html.ts';
import type { Refusal } from '../refusal.ts';
import { moment } from '../times.ts';
import { NAME_HINT, notice, PASSWORD_HINT, refused, textField } from './parts.ts';

/**
 * The parts of the account page. Each form names its section in the fragment of its address, which browsers
 * keep through a redirect: the page comes back where the form was, and what came of it is said there.
 */
export function profileSection(view: AccountView): Html {
  const { user, kept } = view;
  const refusal = refusalIn(view, 'profile');
  return section(
    view,
    'profile',
    'Name and address',
    html`<form class="inline" method="post" action="/account/name#profile">${textField({ name: 'displayName', label: 'Name', value: kept('displayName', user.displayName), autocomplete: 'name', hint: NAME_HINT, refusal })}<button class="plain">Save name</button></form>
<form class="inline" method="post" action="/account/email#profile">${textField({ name: 'email', label: 'Email address', type: 'email', value: kept('email', user.email), autocomplete: 'email', refusal })}<button class="plain">Save address</button></form>`,
  );
}

export function passwordSection(view: AccountView): Html {
  const { user } = view;
  const refusal = refusalIn(view, 'password');
  return section(
    view,
    'password',
    'Password',
    html`<p>${user.hasPassword ? 'When you change it, you stay signed in here and every other session ends.' : 'You have none. With one you can sign in without a passkey or another account.'}</p>
<form method="post" action="/account/password#password">
<input type="hidden" name="username" value="${user.email}" autocomplete="username">
${user.hasPassword && textField({ name: 'current', label: 'Present password', type: 'password', autocomplete: 'current-password' })}
${textField({ name: 'next', label: 'New password', type: 'password', autocomplete: 'new-password', hint: PASSWORD_HINT, refusal })}
<button class="plain">${user.hasPassword ? 'Change password' : 'Set password'}</button>
</form>`,
  );
}

export function passkeySection(view: AccountView): Html {
  return section(
    view,
    'passkeys',
    'Passkeys',
    html`<p>Sign in with your fingerprint, face or security key instead of a password.</p>
${items(
  view.passkeys.map(passkey =>
    item(
      html`<strong>${passkey.name}</strong><p class="meta">Added ${moment(passkey.createdAt)}<br>${used(passkey.lastUsedAt)}</p>`,
      button('/account/passkeys/remove#passkeys', passkey.id, 'Remove', passkey.name),
    ),
  ),
  'You have no passkeys yet.',
)}
<div class="inline" data-passkey-form hidden>
${textField({ name: 'passkey-name', label: 'Name of the new passkey', value: 'This device', autocomplete: 'off', required: false })}
<button class="plain" type="button" data-passkey="register">Add a passkey</button>
</div>
<p class="meta" data-no-passkeys>Adding one needs JavaScript and a browser that knows passkeys.</p>
<p class="meta" role="status" data-passkey-status></p>`,
  );
}

export function connectedSection(view: AccountView): Html | null {
  const { oidcName, identities } = view;
  if (oidcName === undefined) return null;
  return section(
    view,
    'connected',
    oidcName,
    html`${items(
      identities.map(identity =>
        item(
          html`<strong>${new URL(identity.issuer).host}</strong><p class="meta">Connected ${moment(identity.createdAt)}<br>${used(identity.lastUsedAt)}</p>`,
          button('/account/identities/remove#connected', identity.id, 'Disconnect', oidcName),
        ),
      ),
      `This account is not connected with ${oidcName}.`,
    )}
${identities.length === 0 && html`<div class="actions"><a class="button plain" href="/auth/oidc/start?returnTo=%2Faccount">Connect with ${oidcName}</a></div>`}`,
  );
}

export function sessionSection(view: AccountView): Html {
  const { sessions, currentSessionId } = view;
  return section(
    view,
    'sessions',
    'Where you are signed in',
    html`${items(sessions.map(session => sessionItem(view, session, session.id === currentSessionId)))}
${sessions.length > 1 && html`<form method="post" action="/account/sessions/end-others#sessions"><button class="plain">Sign out everywhere else</button></form>`}`,
  );
}

function sessionItem({ oidcName }: AccountView, session: SessionSummary, isCurrent: boolean): Html {
  const name = browserName(session.userAgent);
  const method = METHODS[session.method] ?? `with ${oidcName ?? 'single sign-on'}`;
  return item(
    html`<strong>${name}</strong><p class="meta">Signed in ${method} from ${session.address}<br>${used(session.lastUsedAt)}</p>`,
    isCurrent
      ? html`<span class="badge">This browser</span>`
      : button('/account/sessions/end#sessions', session.id, 'End', `the session of ${name}`),
  );
}

export function tokenSection(view: AccountView): Html {
  const { user, kept, keptAll, secret } = view;
  const days = kept('days', '90');
  const scopes = Object.entries(SCOPES).filter(
    ([scope]) => !isForOperators(scope) || user.roles.includes('operator'),
  );
  return section(
    view,
    'tokens',
    'API tokens',
    html`${secret !== undefined && html`<div class="notice" role="status"><strong>Your new token</strong><p>Copy it now: it is shown only this once.</p><code class="secret">${secret}</code></div>`}
<p>For programs that act for you. See the <a href="/api/docs">API documentation</a>.</p>
${items(
  view.tokens.map(token => tokenItem(token, view.now)),
  'You have no tokens yet.',
)}
<form method="post" action="/account/tokens#tokens">
${textField({ name: 'name', label: 'Name of the new token', value: kept('name', ''), autocomplete: 'off', refusal: refusalIn(view, 'tokens') })}
<fieldset><legend>It may</legend>${scopes.map(
      ([scope, help]) =>
        html`<label class="check"><input type="checkbox" name="scope" value="${scope}"${keptAll('scope').includes(scope) && html` checked`}><span>${help} <code>${scope}</code></span></label>`,
    )}</fieldset>
<div class="field"><label for="days">It ends</label>
<select id="days" name="days">${LIFETIMES.map(([value, text]) => html`<option value="${value}"${value === days && html` selected`}>${text}</option>`)}</select></div>
<button class="plain">Create token</button>
</form>`,
  );
}

function tokenItem(token: TokenSummary, now: number): Html {
  const end = token.expiresAt;
  const over = end !== null && end.getTime() <= now;
  return item(
    html`<strong>${token.name}</strong><p class="meta">${token.scopes.map((scope, index) => html`${index > 0 && ', '}<code>${scope}</code>`)}<br>Made ${moment(token.createdAt)}<br>${used(token.lastUsedAt)}<br>${end ? html`${over ? 'Ended' : 'Ends'} ${moment(end)}` : 'Lasts until you revoke it'}</p>`,
    button('/account/tokens/revoke#tokens', token.id, 'Revoke', token.name),
  );
}

export function dataSection(view: AccountView): Html {
  return section(
    view,
    'data',
    'Your data',
    html`<p>The download is a zip file with everything that is known about you.</p>
<div class="actions"><a class="button plain" href="/account/export">Download your data</a></div>
<h3>Erase this account</h3>
<p>Everything about you is removed or made anonymous within 24 hours. It cannot be undone.</p>
<form method="post" action="/account/erase">
<label class="check"><input type="checkbox" name="confirm" value="yes" required><span>Yes, erase my account</span></label>
<button class="plain danger">Erase account</button>
</form>`,
  );
}

function section(view: AccountView, id: SectionId, title: string, body: Html): Html {
  const done = view.done?.in === id ? view.done.text : undefined;
  return html`<section class="flow" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${notice(done)}${refused(refusalIn(view, id))}
${body}</section>
`;
}

function refusalIn({ refused: refusal }: AccountView, id: SectionId): Refusal | undefined {
  return refusal?.in === id ? refusal.refusal : undefined;
}

function items(list: readonly Html[], none = ''): Html {
  return list.length > 0 ? html`<ul class="items">${list}</ul>` : html`<p class="meta">${none}</p>`;
}

function item(what: Html, action: Html): Html {
  return html`<li class="item"><div>${what}</div>${action}</li>`;
}

/** The button of one thing in a list; who only hears the page hears of which. */
function button(action: string, id: string, text: string, of: string): Html {
  return html`<form method="post" action="${action}"><input type="hidden" name="id" value="${id}"><button class="plain small">${text}<span class="visually-hidden"> ${of}</span></button></form>`;
}

function used(at: Date | null): Html {
  return at ? html`Last used ${moment(at)}` : html`Never used`;
}

const METHODS: Readonly<Record<string, string>> = {
  password: 'with a password',
  passkey: 'with a passkey',
  link: 'by a link',
};

const LIFETIMES = [
  ['30', 'after 30 days'],
  ['90', 'after 90 days'],
  ['365', 'after a year'],
  ['', 'when I revoke it'],
] as const;

export type SectionId = 'profile' | 'password' | 'passkeys' | 'connected' | 'sessions' | 'tokens' | 'data';

/** What came of a form that was sent, and where on the page it belongs. */
export interface Outcome {
  readonly done?: { readonly in: SectionId; readonly text: string } | undefined;
  readonly refused?: { readonly in: SectionId; readonly refusal: Refusal };
  readonly secret?: string;
}

/** All that the page shows. */
export interface AccountView extends Outcome {
  readonly user: User;
  readonly sessions: readonly SessionSummary[];
  readonly tokens: readonly TokenSummary[];
  readonly passkeys: readonly Passkey[];
  readonly identities: readonly LinkedIdentity[];
  readonly now: number;
  readonly currentSessionId: string;
  /** The identity provider's name, when there is one. */
  readonly oidcName: string | undefined;
  /** What was typed into a form that was refused, else what belongs there. */
  readonly kept: (name: string, otherwise: string) => string;
  readonly keptAll: (name: string) => readonly string[];
}
