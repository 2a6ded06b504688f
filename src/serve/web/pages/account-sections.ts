import type { SessionSummary, TokenSummary, User } from '../../../accounts/index.ts';
import type { LinkedIdentity } from '../../../accounts/oidc/index.ts';
import type { Passkey } from '../../../accounts/passkeys/index.ts';
import { type Html, type HtmlValue, html } from '../../../app/markup/html.ts';
import { isForOperators, SCOPES } from '../../../model/principal.ts';
import { browserName } from '../browser-name.ts';
import type { Refusal } from '../refusal.ts';
import { moment } from '../times.ts';
import { say } from '../words/say.ts';
import { told } from '../words/told.ts';
import { NAME_HINT, notice, PASSWORD_HINT, passkeyStatus, refused, textField } from './parts.ts';

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
    say('account.profile'),
    html`<form class="inline" method="post" action="/account/name#profile">${textField({ name: 'displayName', label: say('account.name'), value: kept('displayName', user.displayName), autocomplete: 'name', hint: NAME_HINT, refusal })}<button class="plain">${say('account.saveName')}</button></form>
<form class="inline" method="post" action="/account/email#profile">${textField({ name: 'email', label: say('account.email'), type: 'email', value: kept('email', user.email), autocomplete: 'email', refusal })}<button class="plain">${say('account.saveEmail')}</button></form>`,
  );
}

export function passwordSection(view: AccountView): Html {
  const { user } = view;
  const refusal = refusalIn(view, 'password');
  return section(
    view,
    'password',
    say('account.password'),
    html`<p>${user.hasPassword ? say('account.passwordChange') : say('account.passwordNone')}</p>
<form method="post" action="/account/password#password">
<input type="hidden" name="username" value="${user.email}" autocomplete="username">
${user.hasPassword && textField({ name: 'current', label: say('account.presentPassword'), type: 'password', autocomplete: 'current-password' })}
${textField({ name: 'next', label: say('account.newPassword'), type: 'password', autocomplete: 'new-password', hint: PASSWORD_HINT, refusal })}
<button class="plain">${user.hasPassword ? say('account.changePassword') : say('account.setPassword')}</button>
</form>`,
  );
}

export function passkeySection(view: AccountView): Html {
  return section(
    view,
    'passkeys',
    say('account.passkeys'),
    html`<p>${say('account.passkeyText')}</p>
${items(
  view.passkeys.map(passkey =>
    item(
      html`<strong>${passkey.name}</strong><p class="meta">${say('account.added', { at: moment(passkey.createdAt) })}<br>${used(passkey.lastUsedAt)}</p>`,
      button('/account/passkeys/remove#passkeys', passkey.id, say('account.remove'), passkey.name),
    ),
  ),
  say('account.noPasskeys'),
)}
<div class="inline" data-passkey-form hidden>
${textField({ name: 'passkey-name', label: say('account.passkeyName'), value: say('account.thisDevice'), autocomplete: 'off', required: false })}
<button class="plain" type="button" data-passkey="register">${say('account.addPasskey')}</button>
</div>
<p class="meta" data-no-passkeys>${say('account.passkeyNeeds')}</p>
${passkeyStatus()}`,
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
          html`<strong>${new URL(identity.issuer).host}</strong><p class="meta">${say('account.connected', { at: moment(identity.createdAt) })}<br>${used(identity.lastUsedAt)}</p>`,
          button('/account/identities/remove#connected', identity.id, say('account.disconnect'), oidcName),
        ),
      ),
      say('account.notConnected', { other: oidcName }),
    )}
${identities.length === 0 && html`<div class="actions"><a class="button plain" href="/auth/oidc/start?returnTo=%2Faccount">${say('account.connect', { other: oidcName })}</a></div>`}`,
  );
}

export function sessionSection(view: AccountView): Html {
  const { sessions, currentSessionId } = view;
  return section(
    view,
    'sessions',
    say('account.where'),
    html`${items(sessions.map(session => sessionItem(view, session, session.id === currentSessionId)))}
${sessions.length > 1 && html`<form method="post" action="/account/sessions/end-others#sessions"><button class="plain">${say('account.endOthers')}</button></form>`}`,
  );
}

function sessionItem({ oidcName }: AccountView, session: SessionSummary, isCurrent: boolean): Html {
  const name = browserName(session.userAgent);
  const method = METHODS[session.method] ?? say('account.by.other', { other: oidcName ?? 'OpenID Connect' });
  return item(
    html`<strong>${name}</strong><p class="meta">${say('account.signedIn', { method, address: session.address })}<br>${used(session.lastUsedAt)}</p>`,
    isCurrent
      ? html`<span class="badge">${say('account.thisBrowser')}</span>`
      : button(
          '/account/sessions/end#sessions',
          session.id,
          say('account.end'),
          say('account.endOf', { name }),
        ),
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
    say('account.tokens'),
    html`${secret !== undefined && html`<div class="notice" role="status"><strong>${say('account.newToken')}</strong><p>${say('account.copyIt')}</p><code class="secret">${secret}</code></div>`}
<p>${say('account.tokenText', { link: html`<a href="/api/docs">${say('empty.apiDocs')}</a>` })}</p>
${items(
  view.tokens.map(token => tokenItem(token, view.now)),
  say('account.noTokens'),
)}
<form method="post" action="/account/tokens#tokens">
${textField({ name: 'name', label: say('account.tokenName'), value: kept('name', ''), autocomplete: 'off', refusal: refusalIn(view, 'tokens') })}
<fieldset><legend>${say('account.mayDo')}</legend>${scopes.map(
      ([scope, help]) =>
        html`<label class="check"><input type="checkbox" name="scope" value="${scope}"${keptAll('scope').includes(scope) && html` checked`}><span>${told(help)} <code>${scope}</code></span></label>`,
    )}</fieldset>
<div class="field"><label for="days">${say('account.itEnds')}</label>
<select id="days" name="days">${LIFETIMES.map(([value, text]) => html`<option value="${value}"${value === days && html` selected`}>${text}</option>`)}</select></div>
<button class="plain">${say('account.createToken')}</button>
</form>`,
  );
}

function tokenItem(token: TokenSummary, now: number): Html {
  const end = token.expiresAt;
  const over = end !== null && end.getTime() <= now;
  return item(
    html`<strong>${token.name}</strong><p class="meta">${token.scopes.map((scope, index) => html`${index > 0 && ', '}<code>${scope}</code>`)}<br>${say('account.made', { at: moment(token.createdAt) })}<br>${used(token.lastUsedAt)}<br>${end ? say(over ? 'account.ended' : 'account.ends', { at: moment(end) }) : say('account.lasts')}</p>`,
    button('/account/tokens/revoke#tokens', token.id, say('account.revoke'), token.name),
  );
}

export function dataSection(view: AccountView): Html {
  return section(
    view,
    'data',
    say('account.data'),
    html`<p>${say('account.exportText')}</p>
<div class="actions"><a class="button plain" href="/account/export">${say('account.export')}</a></div>
<h3>${say('account.erase')}</h3>
<p>${say('account.eraseText')}</p>
<form method="post" action="/account/erase">
<label class="check"><input type="checkbox" name="confirm" value="yes" required><span>${say('account.eraseYes')}</span></label>
<button class="plain danger">${say('account.eraseDo')}</button>
</form>`,
  );
}

function section(view: AccountView, id: SectionId, title: HtmlValue, body: Html): Html {
  const done = view.done?.in === id ? view.done.text : undefined;
  return html`<section class="flow" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${notice(done)}${refused(refusalIn(view, id))}
${body}</section>
`;
}

function refusalIn({ refused: refusal }: AccountView, id: SectionId): Refusal | undefined {
  return refusal?.in === id ? refusal.refusal : undefined;
}

function items(list: readonly Html[], none: HtmlValue = ''): Html {
  return list.length > 0 ? html`<ul class="items">${list}</ul>` : html`<p class="meta">${none}</p>`;
}

function item(what: Html, action: Html): Html {
  return html`<li class="item"><div>${what}</div>${action}</li>`;
}

/** The button of one thing in a list; who only hears the page hears of which. */
function button(action: string, id: string, text: HtmlValue, of: HtmlValue): Html {
  return html`<form method="post" action="${action}"><input type="hidden" name="id" value="${id}"><button class="plain small">${text}<span class="visually-hidden"> ${of}</span></button></form>`;
}

function used(at: Date | null): Html {
  return at ? html`${say('account.lastUsed', { at: moment(at) })}` : html`${say('account.neverUsed')}`;
}

const METHODS: Readonly<Record<string, HtmlValue>> = {
  password: say('account.by.password'),
  passkey: say('account.by.passkey'),
  link: say('account.by.link'),
};

const LIFETIMES = [
  ['30', say('account.days', { count: 30 })],
  ['90', say('account.days', { count: 90 })],
  ['365', say('account.year')],
  ['', say('account.whenRevoked')],
] as const;

export type SectionId = 'profile' | 'password' | 'passkeys' | 'connected' | 'sessions' | 'tokens' | 'data';

/** What came of a form that was sent, and where on the page it belongs. */
export interface Outcome {
  readonly done?: { readonly in: SectionId; readonly text: HtmlValue } | undefined;
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
