import {
  beginOidc,
  finishOidc,
  type IdentityProvider,
  OIDC_CALLBACK_PATH,
  type OidcIntent,
} from '../../../accounts/oidc/index.ts';
import { Problem } from '../../../errors.ts';
import { flowCookie, readCookie } from '../../http/cookies.ts';
import { signedInCookies } from '../../http/session.ts';
import { type PageCall, type PageRoute, publicPage } from '../page-route.ts';
import { returnTo } from './sign-in.ts';
import { learnChosenSections } from './welcome.ts';

/** Sign-in at the identity provider: redirect and callback. */
export const OIDC_PAGES: readonly PageRoute[] = [
  publicPage({
    method: 'GET',
    path: '/auth/oidc/start',
    handler: async call => {
      const { context, query } = call;
      const start = await beginOidc(context, providerOf(call), {
        returnTo: returnTo(query('returnTo')),
        intent: intentOf(call),
      });
      const cookie = flowCookie(
        isSecure(call),
        BINDING,
        start.browserBinding,
        Math.floor(start.lifetimeMs / 1_000),
      );
      return { redirect: start.url, cookies: [cookie] };
    },
  }),
  publicPage({
    method: 'GET',
    path: OIDC_CALLBACK_PATH,
    handler: async call => {
      const { context, principal, client, request } = call;
      const parameters = new URL(request.url, context.origin).searchParams;
      const browserBinding = readCookie(
        request.headers.cookie,
        isSecure(call) ? `__Host-${BINDING}` : BINDING,
      );
      const outcome = await finishOidc(context, providerOf(call), {
        parameters,
        browserBinding,
        principal,
        client,
      });
      const spent = flowCookie(isSecure(call), BINDING, '', 0);
      if (outcome.kind !== 'signed-in')
        return {
          redirect: outcome.kind === 'linked' ? '/account?done=linked' : outcome.returnTo,
          cookies: [spent],
        };
      if (outcome.isNew) await learnChosenSections(call, outcome.signedIn.user.id);
      const cookies = signedInCookies(context, request, outcome.signedIn);
      return { redirect: outcome.returnTo, cookies: [spent, ...cookies] };
    },
  }),
];

/** A signed-in reader either connects the accounts or confirms their identity. */
function intentOf({ principal, query }: PageCall): OidcIntent {
  if (!principal) return { kind: 'sign-in' };
  return { kind: query('intent') === 'prove' ? 'prove' : 'link', principal };
}

function providerOf({ context }: PageCall): IdentityProvider {
  if (!context.identityProvider) throw new Problem('not-found');
  return context.identityProvider;
}

function isSecure({ context }: PageCall): boolean {
  return context.origin.startsWith('https:');
}

const BINDING = 'oidc-attempt';
