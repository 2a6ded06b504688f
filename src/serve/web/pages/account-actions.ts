import {
  changeEmail,
  changePassword,
  createToken,
  endOtherSessions,
  endSession,
  rename,
  requestConfirmation,
  requireRecentProof,
  revokeToken,
} from '../../../accounts/index.ts';
import { unlinkIdentity } from '../../../accounts/oidc/index.ts';
import { removePasskey } from '../../../accounts/passkeys/index.ts';
import { exportAccount, requestErasure } from '../../../accounts/privacy/index.ts';
import {
  beginSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../../../accounts/second-factor/index.ts';
import { turnOnSecondFactor } from '../../../app/accounts/second-factor.ts';
import { limitProof } from '../../../app/accounts/sign-in.ts';
import { changeMailStop } from '../../../app/mail/mail-stop.ts';
import { Problem } from '../../../errors.ts';
import { isUuid } from '../../../lib/ids.ts';
import { isScope, type Principal } from '../../../model/principal.ts';
import { reason } from '../../../reasons.ts';
import type { RouteLimit } from '../../http/route.ts';
import { endOfSession, sessionCookiesOf } from '../../http/session.ts';
import { LIMITS } from '../../limits.ts';
import { memberPage, type PageAnswer, type PageCall, type PageRoute } from '../page-route.ts';
import { refusalOf } from '../refusal.ts';
import { t } from '../texts/messages.ts';
import { showAccount } from './account.ts';
import type { AccountOutcome, SectionId } from './account-sections.ts';
import type { Run } from './member-action.ts';

/** The forms of the account page. Each performs one action and shows the page again with the result. */
export const ACCOUNT_ACTIONS: readonly PageRoute[] = [
  action('profile', '/account/name', async ({ context, principal, client, field }) => {
    await rename(context, principal, { displayName: field('displayName'), client });
    return done('name');
  }),
  limited(LIMITS.changeEmail, 'profile', '/account/email', async ({ context, principal, client, field }) => {
    const change = await changeEmail(context, principal, { email: field('email'), client });
    if (change.kind === 'taken') throw new Problem('conflict', reason('email-unavailable'));
    return done('email');
  }),
  limited(
    LIMITS.confirmation,
    'profile',
    '/account/email/confirmation',
    async ({ context, principal, client }) => {
      await requestConfirmation(context, principal, client);
      return done('confirmation-sent');
    },
  ),
  action('profile', '/account/mail', async ({ context, principal, client, field }) => {
    const isStopped = field('stopped') === 'yes';
    await changeMailStop(context, principal, { isStopped, client });
    return done(isStopped ? 'mail-stopped' : 'mail-allowed');
  }),
  limited(
    LIMITS.changePassword,
    'password',
    '/account/password',
    async ({ context, principal, client, field }) => {
      const current = field('current') === '' ? undefined : field('current');
      if (current !== undefined) await limitProof(context, principal.userId, client);
      const session = await changePassword(context, principal, {
        current,
        next: field('next').slice(0, 1_024),
        client,
      });
      return {
        ...done('password'),
        ...(session
          ? { cookies: [sessionCookiesOf(context).set(session.cookie, context.config.sessionLength)] }
          : {}),
      };
    },
  ),
  action('passkeys', '/account/passkeys/remove', async call => {
    requireRecentProof(call.context, call.principal);
    await removePasskey(call.context, call.principal, idField(call), call.client);
    return done('passkey-removed');
  }),
  action('second-factor', '/account/second-factor/begin', async call => {
    const secondFactorStart = await beginSecondFactor(call.context, call.principal);
    return show(call, { secondFactorStart });
  }),
  confirmationAction(),
  action('second-factor', '/account/second-factor/codes', async call => {
    const { context, principal, client } = call;
    return show(call, { codes: await renewRecoveryCodes(context, principal, client) });
  }),
  action('second-factor', '/account/second-factor/remove', async ({ context, principal, client }) => {
    await removeSecondFactor(context, principal, client);
    return done('second-factor-off');
  }),
  action('connected', '/account/identities/remove', async ({ context, principal, client, field }) => {
    requireRecentProof(context, principal);
    await unlinkIdentity(context, principal, field('id'), client);
    return done('unlinked');
  }),
  action('sessions', '/account/sessions/end', async call => {
    const { userId } = call.principal;
    await endSession(call.context, {
      userId,
      sessionId: idField(call),
      actor: { kind: 'user', id: userId },
      client: call.client,
    });
    return done('session');
  }),
  action('sessions', '/account/sessions/end-others', async ({ context, principal, client }) => {
    await endOtherSessions(context, principal, client);
    return done('sessions');
  }),
  action('tokens', '/account/tokens', async call => {
    const { context, principal, client, field, fields } = call;
    const scopes = fields('scope').filter(isScope);
    const { secret } = await createToken(context, principal, {
      name: field('name'),
      scopes,
      expiresAt: expiry(call),
      client,
    });
    return show(call, { secret });
  }),
  action('tokens', '/account/tokens/revoke', async call => {
    await revokeToken(call.context, call.principal, { tokenId: idField(call), client: call.client });
    return done('token-revoked');
  }),
  action('data', '/account/erase', async ({ context, principal, client, field }) => {
    if (field('confirm') !== 'yes') throw new Problem('validation-failed', reason('confirm-required'));
    await requestErasure(context, principal, client);
    return { redirect: '/', ...endOfSession(context) };
  }),
  memberPage({
    method: 'GET',
    path: '/account/export',
    limit: LIMITS.export,
    handler: async ({ context, principal, client }) => ({
      file: {
        name: 'broadsheet-account.zip',
        contentType: 'application/zip',
        body: await exportAccount(context, principal, client),
      },
    }),
  }),
];

/** After a wrong code the page shows the same QR code again. */
function confirmationAction(): PageRoute {
  return action('second-factor', '/account/second-factor/confirm', async call => {
    const { context, principal, client } = call;
    try {
      const codes = await turnOnSecondFactor(context, principal, { code: call.field('code'), client });
      return await show(call, { codes });
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'invalid-credentials') throw error;
      const refusal = refusalOf(error, { 'invalid-credentials': t('secondFactor.wrong') });
      const secondFactorStart = await beginSecondFactor(context, principal);
      return {
        ...(await show(call, { secondFactorStart, refused: { in: 'second-factor', refusal } })),
        status: 422,
      };
    }
  });
}

/** A refusal is shown on the page; an action that needs a recent sign-in asks for it and returns. */
function action(section: SectionId, path: string, run: Run): PageRoute {
  return memberPage({
    method: 'POST',
    path,
    handler: async call => {
      try {
        return await run(call);
      } catch (error) {
        if (error instanceof Problem && error.code === 'fresh-sign-in-required')
          return { redirect: '/account/prove' };
        return {
          ...(await show(call, { refused: { in: section, refusal: refusalOf(error, WRONG) } })),
          status: 422,
        };
      }
    },
  });
}

function limited(limit: RouteLimit, section: SectionId, path: string, run: Run): PageRoute {
  return { ...action(section, path, run), limit };
}

const WRONG = { 'invalid-credentials': t('account.wrongPassword') };

async function show(call: PageCall<Principal>, outcome: AccountOutcome) {
  return { page: await showAccount(call, outcome) };
}

function done(what: string): PageAnswer {
  return { redirect: `/account?done=${what}` };
}

function idField({ field }: PageCall<Principal>): string {
  const id = field('id');
  if (!isUuid(id)) throw new Problem('not-found');
  return id;
}

function expiry({ context, field }: PageCall<Principal>): Date | null {
  const days = Number(field('days'));
  if (field('days') === '') return null;
  if (!Number.isInteger(days) || days < 1 || days > 3_650)
    throw new Problem('validation-failed', reason('token-lifetime'));
  return new Date(context.clock.now() + days * 86_400_000);
}
