import { findUser, listSessions, listTokens } from '../../../accounts/index.ts';
import { listIdentities } from '../../../accounts/oidc/index.ts';
import { listPasskeys } from '../../../accounts/passkeys/index.ts';
import { html, type Spoken } from '../../../app/markup/html.ts';
import { Problem } from '../../../errors.ts';
import type { Principal } from '../../../model/principal.ts';
import type { Page } from '../layout.ts';
import { memberPage, type PageCall } from '../page-route.ts';
import { date } from '../times.ts';
import { say } from '../words/say.ts';
import {
  type AccountView,
  connectedSection,
  dataSection,
  type Outcome,
  passkeySection,
  passwordSection,
  profileSection,
  type SectionId,
  sessionSection,
  tokenSection,
} from './account-sections.ts';

export const accountPage = memberPage({
  method: 'GET',
  path: '/account',
  handler: async call => ({ page: await showAccount(call, { done: DONE.get(call.query('done') ?? '') }) }),
});

/** The page after something was done or refused on it. A new token's secret is shown here, this once. */
export async function showAccount(call: PageCall<Principal>, outcome: Outcome): Promise<Page> {
  const view = await readAccount(call, outcome);
  const { user } = view;
  return {
    title: say('nav.accountPage'),
    shape: 'wide',
    script: call.assets.accountScript,
    body: html`<div class="sheet-head"><div><h1>${user.displayName}</h1>
<p class="meta">${user.email} · ${user.roles.join(', ')} · ${say('account.since', { at: date(user.createdAt) })}</p></div>
<form method="post" action="/sign-out"><button class="plain">${say('account.signOut')}</button></form></div>
<div class="sheet"><nav class="contents" aria-label="${say('nav.contents')}"><ul>
<li><a href="#profile">${say('account.profile')}</a></li><li><a href="#password">${say('account.password')}</a></li><li><a href="#passkeys">${say('account.passkeys')}</a></li>${view.oidcName !== undefined && html`<li><a href="#connected">${view.oidcName}</a></li>`}<li><a href="#sessions">${say('account.sessions')}</a></li><li><a href="#tokens">${say('account.tokens')}</a></li><li><a href="#data">${say('account.data')}</a></li><li><a href="/account/interests">${say('account.interests')}</a></li><li><a href="/saved-searches">${say('saved.title')}</a></li>
</ul></nav>
<div>${profileSection(view)}${passwordSection(view)}${passkeySection(view)}${connectedSection(view)}${sessionSection(view)}${tokenSection(view)}${dataSection(view)}</div></div>`,
  };
}

async function readAccount(call: PageCall<Principal>, outcome: Outcome): Promise<AccountView> {
  const { context, principal } = call;
  const user = await findUser(context.database, principal.userId);
  if (!user) throw new Problem('not-signed-in');
  const [sessions, tokens, passkeys, identities] = await Promise.all([
    listSessions(context, user.id),
    listTokens(context, user.id),
    listPasskeys(context, user.id),
    listIdentities(context, user.id),
  ]);
  const { oidcIssuer, oidcName } = context.config;
  const refused = outcome.refused !== undefined;
  return {
    ...outcome,
    user,
    sessions,
    tokens,
    passkeys,
    identities,
    now: context.clock.now(),
    currentSessionId: principal.credential.id,
    oidcName: oidcIssuer === undefined ? undefined : oidcName,
    kept: (name, otherwise) => (refused && call.field(name) !== '' ? call.field(name) : otherwise),
    keptAll: name => (refused ? call.fields(name) : []),
  };
}

/** A Map, because the word comes from the address: `constructor` is on every object. */
const DONE: ReadonlyMap<string, Done> = new Map(
  Object.entries<Done>({
    name: { in: 'profile', text: say('account.done.name') },
    email: { in: 'profile', text: say('account.done.email') },
    password: { in: 'password', text: say('account.done.password') },
    passkey: { in: 'passkeys', text: say('account.done.passkey') },
    'passkey-removed': { in: 'passkeys', text: say('account.done.passkeyRemoved') },
    linked: { in: 'connected', text: say('account.done.linked') },
    unlinked: { in: 'connected', text: say('account.done.unlinked') },
    session: { in: 'sessions', text: say('account.done.session') },
    sessions: { in: 'sessions', text: say('account.done.sessions') },
    'token-revoked': { in: 'tokens', text: say('account.done.token') },
  }),
);

type Done = { in: SectionId; text: Spoken };
