import { findUser, listSessions, listTokens, mailStoppedAt } from '../../../accounts/index.ts';
import { listIdentities } from '../../../accounts/oidc/index.ts';
import { listPasskeys } from '../../../accounts/passkeys/index.ts';
import { findSecondFactor } from '../../../accounts/second-factor/index.ts';
import { html, type Localized } from '../../../app/markup/html.ts';
import { Problem } from '../../../errors.ts';
import type { Principal } from '../../../model/principal.ts';
import type { Page } from '../page.ts';
import { memberPage, type PageCall } from '../page-route.ts';
import { t } from '../texts/messages.ts';
import { date } from '../times.ts';
import {
  type AccountOutcome,
  type AccountView,
  connectedSection,
  dataSection,
  passkeySection,
  passwordSection,
  profileSection,
  type SectionId,
  secondFactorSection,
  sessionSection,
  tokenSection,
} from './account-sections.ts';

export const accountPage = memberPage({
  method: 'GET',
  path: '/account',
  handler: async call => ({ page: await showAccount(call, { done: DONE.get(call.query('done') ?? '') }) }),
});

/** The page after an action or a refusal. A new token's secret is shown only here, once. */
export async function showAccount(call: PageCall<Principal>, outcome: AccountOutcome): Promise<Page> {
  const view = await readAccount(call, outcome);
  const { user } = view;
  return {
    title: t('nav.accountPage'),
    shape: 'wide',
    script: call.assets.accountScript,
    body: html`<div class="sheet-head"><div><h1>${user.displayName}</h1>
<p class="meta">${user.email} · ${user.roles.map((role, index) => [index > 0 && ', ', t(`role.${role}`)])} · ${t('account.since', { at: date(user.createdAt) })}</p></div>
<form method="post" action="/sign-out"><button class="plain">${t('account.signOut')}</button></form></div>
<div class="sheet"><nav class="contents" aria-label="${t('nav.contents')}"><ul>
<li><a href="#profile">${t('account.profile')}</a></li><li><a href="#password">${t('account.password')}</a></li><li><a href="#passkeys">${t('account.passkeys')}</a></li><li><a href="#second-factor">${t('secondFactor.section')}</a></li>${view.oidcName !== undefined && html`<li><a href="#connected">${view.oidcName}</a></li>`}<li><a href="#sessions">${t('account.sessions')}</a></li><li><a href="#tokens">${t('account.tokens')}</a></li><li><a href="#data">${t('account.data')}</a></li><li><a href="/account/interests">${t('account.interests')}</a></li><li><a href="/saved-searches">${t('savedSearch.title')}</a></li>
</ul></nav>
<div>${profileSection(view)}${passwordSection(view)}${passkeySection(view)}${secondFactorSection(view)}${connectedSection(view)}${sessionSection(view)}${tokenSection(view)}${dataSection(view)}</div></div>`,
  };
}

async function readAccount(call: PageCall<Principal>, outcome: AccountOutcome): Promise<AccountView> {
  const { context, principal } = call;
  const user = await findUser(context.database, principal.userId);
  if (!user) throw new Problem('not-signed-in');
  const [stoppedAt, sessions, tokens, passkeys, identities, secondFactor] = await Promise.all([
    mailStoppedAt(context.database, user.id),
    listSessions(context, user.id),
    listTokens(context, user.id),
    listPasskeys(context, user.id),
    listIdentities(context, user.id),
    findSecondFactor(context, user.id),
  ]);
  const { oidcIssuer, oidcName } = context.config;
  const refused = outcome.refused !== undefined;
  return {
    ...outcome,
    user,
    mailStoppedAt: stoppedAt,
    sendsMail: context.mails !== null,
    sessions,
    tokens,
    passkeys,
    secondFactor,
    identities,
    now: context.clock.now(),
    currentSessionId: principal.credential.id,
    oidcName: oidcIssuer === undefined ? undefined : oidcName,
    fieldValue: (name, otherwise) => (refused && call.field(name) !== '' ? call.field(name) : otherwise),
    fieldValues: name => (refused ? call.fields(name) : []),
  };
}

/** A Map, because the key comes from the address, and `constructor` is a property of every object. */
const DONE: ReadonlyMap<string, AccountDone> = new Map(
  Object.entries<AccountDone>({
    name: { in: 'profile', text: t('account.done.name') },
    email: { in: 'profile', text: t('account.done.email') },
    'email-confirmed': { in: 'profile', text: t('account.done.emailConfirmed') },
    'confirmation-sent': { in: 'profile', text: t('account.done.confirmationSent') },
    'mail-stopped': { in: 'profile', text: t('account.done.mailStopped') },
    'mail-allowed': { in: 'profile', text: t('account.done.mailAllowed') },
    password: { in: 'password', text: t('account.done.password') },
    passkey: { in: 'passkeys', text: t('account.done.passkey') },
    'passkey-removed': { in: 'passkeys', text: t('account.done.passkeyRemoved') },
    'second-factor-off': { in: 'second-factor', text: t('account.done.secondFactorOff') },
    linked: { in: 'connected', text: t('account.done.linked') },
    unlinked: { in: 'connected', text: t('account.done.unlinked') },
    session: { in: 'sessions', text: t('account.done.session') },
    sessions: { in: 'sessions', text: t('account.done.sessions') },
    'token-revoked': { in: 'tokens', text: t('account.done.token') },
  }),
);

type AccountDone = { in: SectionId; text: Localized };
