import { findUser, listSessions, listTokens } from '../../../accounts/index.ts';
import { listIdentities } from '../../../accounts/oidc/index.ts';
import { listPasskeys } from '../../../accounts/passkeys/index.ts';
import { Problem } from '../../../errors.ts';
import type { Principal } from '../../../model/principal.ts';
import { html } from '../html.ts';
import type { Page } from '../layout.ts';
import { memberPage, type PageCall } from '../page-route.ts';
import { date } from '../times.ts';
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
    title: 'Account',
    shape: 'wide',
    script: call.assets.accountScript,
    body: html`<div class="sheet-head"><div><h1>${user.displayName}</h1>
<p class="meta">${user.email} · ${user.roles.join(', ')} · since ${date(user.createdAt)}</p></div>
<form method="post" action="/sign-out"><button class="plain">Sign out</button></form></div>
<div class="sheet"><nav class="contents" aria-label="Sections"><ul>
<li><a href="#profile">Name and address</a></li><li><a href="#password">Password</a></li><li><a href="#passkeys">Passkeys</a></li>${view.oidcName !== undefined && html`<li><a href="#connected">${view.oidcName}</a></li>`}<li><a href="#sessions">Sessions</a></li><li><a href="#tokens">API tokens</a></li><li><a href="#data">Your data</a></li>
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
    name: { in: 'profile', text: 'Your name was changed.' },
    email: { in: 'profile', text: 'Your address was changed.' },
    password: { in: 'password', text: 'Your password was changed, and every other session was ended.' },
    passkey: { in: 'passkeys', text: 'The passkey was added.' },
    'passkey-removed': { in: 'passkeys', text: 'The passkey was removed.' },
    linked: { in: 'connected', text: 'Your account is now connected.' },
    unlinked: { in: 'connected', text: 'Your account is no longer connected.' },
    session: { in: 'sessions', text: 'The session was ended.' },
    sessions: { in: 'sessions', text: 'Every other session was ended.' },
    'token-revoked': { in: 'tokens', text: 'The token was revoked.' },
  }),
);

type Done = { in: SectionId; text: string };
