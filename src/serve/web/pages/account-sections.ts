import type { SessionSummary, TokenSummary } from '../../../accounts/index.ts';
import type { LinkedIdentity } from '../../../accounts/oidc/index.ts';
import type { Passkey } from '../../../accounts/passkeys/index.ts';
import type { SecondFactor, SecondFactorStart } from '../../../accounts/second-factor/index.ts';
import { type Html, type HtmlValue, html } from '../../../app/markup/html.ts';
import { isForOperators, isScope, SCOPES } from '../../../model/principal.ts';
import { browserName } from '../browser-name.ts';
import type { Refusal } from '../refusal.ts';
import { t } from '../texts/messages.ts';
import { scopeText } from '../texts/translate.ts';
import { moment } from '../times.ts';
import { type EmailView, emailState } from './email-section.ts';
import { NAME_HINT, notice, PASSWORD_HINT, passkeyStatus, refused, textField } from './parts.ts';
import { codeField, enrolment, recoveryCodes } from './second-factor-parts.ts';

/**
 * The sections of the account page. Each form names its section in the fragment of its address, which
 * browsers keep through a redirect, so the page returns to the form and shows the result there.
 */
export function profileSection(view: AccountView): Html {
  const { user, fieldValue } = view;
  const refusal = refusalIn(view, 'profile');
  return section(
    view,
    'profile',
    t('account.profile'),
    html`<form class="inline" method="post" action="/account/name#profile">${textField({ name: 'displayName', label: t('account.name'), value: fieldValue('displayName', user.displayName), autocomplete: 'name', hint: NAME_HINT, refusal })}<button class="plain">${t('account.saveName')}</button></form>
<form class="inline" method="post" action="/account/email#profile">${textField({ name: 'email', label: t('account.email'), type: 'email', value: fieldValue('email', user.email), autocomplete: 'email', refusal })}<button class="plain">${t('account.saveEmail')}</button></form>
${emailState(view)}`,
  );
}

export function passwordSection(view: AccountView): Html {
  const { user } = view;
  const refusal = refusalIn(view, 'password');
  return section(
    view,
    'password',
    t('account.password'),
    html`<p>${user.hasPassword ? t('account.passwordChange') : t('account.passwordNone')}</p>
<form method="post" action="/account/password#password">
<input type="hidden" name="username" value="${user.email}" autocomplete="username">
${user.hasPassword && textField({ name: 'current', label: t('account.currentPassword'), type: 'password', autocomplete: 'current-password' })}
${textField({ name: 'next', label: t('account.newPassword'), type: 'password', autocomplete: 'new-password', hint: PASSWORD_HINT, refusal })}
<button class="plain">${user.hasPassword ? t('account.changePassword') : t('account.setPassword')}</button>
</form>`,
  );
}

export function passkeySection(view: AccountView): Html {
  return section(
    view,
    'passkeys',
    t('account.passkeys'),
    html`<p>${t('account.passkeyText')}</p>
${items(
  view.passkeys.map(passkey =>
    item(
      html`<strong>${passkey.name}</strong><p class="meta">${t('account.added', { at: moment(passkey.createdAt) })}<br>${used(passkey.lastUsedAt)}</p>`,
      button('/account/passkeys/remove#passkeys', passkey.id, t('account.remove'), passkey.name),
    ),
  ),
  t('account.noPasskeys'),
)}
<div class="inline" data-passkey-form hidden>
${textField({ name: 'passkey-name', label: t('account.passkeyName'), value: t('account.thisDevice'), autocomplete: 'off', required: false })}
<button class="plain" type="button" data-passkey="register">${t('account.addPasskey')}</button>
</div>
<p class="meta" data-no-passkeys>${t('account.passkeyNeeds')}</p>
${passkeyStatus()}`,
  );
}

/** Setting it up, or what is on. A secret and recovery codes are shown only after the action that created them. */
export function secondFactorSection(view: AccountView): Html {
  const { secondFactor, secondFactorStart, codes } = view;
  return section(
    view,
    'second-factor',
    t('secondFactor.section'),
    html`${codes && recoveryCodes(codes)}
<p>${secondFactor ? t('secondFactor.on', { count: secondFactor.codesLeft }) : t('secondFactor.off')}</p>
${
  secondFactorStart
    ? html`${enrolment(secondFactorStart)}
<form method="post" action="/account/second-factor/confirm#second-factor">${codeField()}<button class="plain">${t('secondFactor.turnOn')}</button></form>`
    : secondFactor
      ? html`<div class="actions"><form method="post" action="/account/second-factor/codes#second-factor"><button class="plain">${t('secondFactor.newCodes')}</button></form>
<form method="post" action="/account/second-factor/remove#second-factor"><button class="plain danger">${t('secondFactor.turnOff')}</button></form></div>`
      : html`<form method="post" action="/account/second-factor/begin#second-factor"><button class="plain">${t('secondFactor.setUp')}</button></form>`
}`,
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
          html`<strong>${new URL(identity.issuer).host}</strong><p class="meta">${t('account.connected', { at: moment(identity.createdAt) })}<br>${used(identity.lastUsedAt)}</p>`,
          button('/account/identities/remove#connected', identity.id, t('account.disconnect'), oidcName),
        ),
      ),
      t('account.notConnected', { other: oidcName }),
    )}
${identities.length === 0 && html`<div class="actions"><a class="button plain" href="/auth/oidc/start?returnTo=%2Faccount">${t('account.connect', { other: oidcName })}</a></div>`}`,
  );
}

export function sessionSection(view: AccountView): Html {
  const { sessions, currentSessionId } = view;
  return section(
    view,
    'sessions',
    t('account.where'),
    html`${items(sessions.map(session => sessionItem(view, session, session.id === currentSessionId)))}
${sessions.length > 1 && html`<form method="post" action="/account/sessions/end-others#sessions"><button class="plain">${t('account.endOthers')}</button></form>`}`,
  );
}

function sessionItem({ oidcName }: AccountView, session: SessionSummary, isCurrent: boolean): Html {
  const name = browserName(session.userAgent);
  const method = METHODS[session.method] ?? t('account.by.other', { other: oidcName ?? 'OpenID Connect' });
  return item(
    html`<strong>${name}</strong><p class="meta">${t('account.signedIn', { method, address: session.address })}<br>${used(session.lastUsedAt)}</p>`,
    isCurrent
      ? html`<span class="badge">${t('account.thisBrowser')}</span>`
      : button('/account/sessions/end#sessions', session.id, t('account.end'), t('account.endOf', { name })),
  );
}

export function tokenSection(view: AccountView): Html {
  const { user, fieldValue, fieldValues, secret } = view;
  const days = fieldValue('days', '90');
  const scopes = Object.keys(SCOPES)
    .filter(isScope)
    .filter(scope => !isForOperators(scope) || user.roles.includes('operator'));
  return section(
    view,
    'tokens',
    t('account.tokens'),
    html`${secret !== undefined && html`<div class="notice" role="status"><strong>${t('account.newToken')}</strong><p>${t('account.copyIt')}</p><code class="secret">${secret}</code></div>`}
<p>${t('account.tokenText', { link: html`<a href="/api/docs">${t('empty.apiDocs')}</a>` })}</p>
${items(
  view.tokens.map(token => tokenItem(token, view.now)),
  t('account.noTokens'),
)}
<form method="post" action="/account/tokens#tokens">
${textField({ name: 'name', label: t('account.tokenName'), value: fieldValue('name', ''), autocomplete: 'off', refusal: refusalIn(view, 'tokens') })}
<fieldset><legend>${t('account.permissions')}</legend>${scopes.map(
      scope =>
        html`<label class="check"><input type="checkbox" name="scope" value="${scope}"${fieldValues('scope').includes(scope) && html` checked`}><span>${scopeText(scope)} <code>${scope}</code></span></label>`,
    )}</fieldset>
<div class="field"><label for="days">${t('account.expires')}</label>
<select id="days" name="days">${LIFETIMES.map(([value, text]) => html`<option value="${value}"${value === days && html` selected`}>${text}</option>`)}</select></div>
<button class="plain">${t('account.createToken')}</button>
</form>`,
  );
}

function tokenItem(token: TokenSummary, now: number): Html {
  const end = token.expiresAt;
  const over = end !== null && end.getTime() <= now;
  return item(
    html`<strong>${token.name}</strong><p class="meta">${token.scopes.map((scope, index) => html`${index > 0 && ', '}<code>${scope}</code>`)}<br>${t('account.created', { at: moment(token.createdAt) })}<br>${used(token.lastUsedAt)}<br>${end ? t(over ? 'account.expiredAt' : 'account.expiresAt', { at: moment(end) }) : t('account.neverExpires')}</p>`,
    button('/account/tokens/revoke#tokens', token.id, t('account.revoke'), token.name),
  );
}

export function dataSection(view: AccountView): Html {
  return section(
    view,
    'data',
    t('account.data'),
    html`<p>${t('account.exportText')}</p>
<div class="actions"><a class="button plain" href="/account/export">${t('account.export')}</a></div>
<h3>${t('account.erase')}</h3>
<p>${t('account.eraseText')}</p>
<form method="post" action="/account/erase">
<label class="check"><input type="checkbox" name="confirm" value="yes" required><span>${t('account.eraseYes')}</span></label>
<button class="plain danger">${t('account.eraseDo')}</button>
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

/** The button of a list item; screen readers also hear the name of the item. */
function button(action: string, id: string, text: HtmlValue, of: HtmlValue): Html {
  return html`<form method="post" action="${action}"><input type="hidden" name="id" value="${id}"><button class="plain small">${text}<span class="visually-hidden"> ${of}</span></button></form>`;
}

function used(at: Date | null): Html {
  return at ? html`${t('account.lastUsed', { at: moment(at) })}` : html`${t('account.neverUsed')}`;
}

const METHODS: Readonly<Record<string, HtmlValue>> = {
  password: t('account.by.password'),
  passkey: t('account.by.passkey'),
  link: t('account.by.link'),
};

const LIFETIMES = [
  ['30', t('account.days', { count: 30 })],
  ['90', t('account.days', { count: 90 })],
  ['365', t('account.year')],
  ['', t('account.never')],
] as const;

export type SectionId =
  | 'profile'
  | 'password'
  | 'passkeys'
  | 'second-factor'
  | 'connected'
  | 'sessions'
  | 'tokens'
  | 'data';

/** The result of a submitted form, and the section that shows it. */
export interface AccountOutcome {
  readonly done?: { readonly in: SectionId; readonly text: HtmlValue } | undefined;
  readonly refused?: { readonly in: SectionId; readonly refusal: Refusal };
  readonly secret?: string;
  /** What an authenticator app needs, while the second factor is being set up. */
  readonly secondFactorStart?: SecondFactorStart;
  /** New recovery codes. */
  readonly codes?: readonly string[];
}

/** Everything that the page shows. */
export interface AccountView extends AccountOutcome, EmailView {
  readonly sessions: readonly SessionSummary[];
  readonly tokens: readonly TokenSummary[];
  readonly passkeys: readonly Passkey[];
  readonly secondFactor: SecondFactor | null;
  readonly identities: readonly LinkedIdentity[];
  readonly now: number;
  readonly currentSessionId: string;
  /** The identity provider's name, when there is one. */
  readonly oidcName: string | undefined;
  /** The submitted value of a refused form, else the stored value. */
  readonly fieldValue: (name: string, otherwise: string) => string;
  readonly fieldValues: (name: string) => readonly string[];
}
