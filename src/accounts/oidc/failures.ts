import * as oidc from 'openid-client';
import { Problem } from '../../errors.ts';
import { audit } from '../audit.ts';
import type { AccountsContext, Client } from '../context.ts';

/**
 * The provider did not do its part. What exactly is for the log; the person can only try again. Somebody
 * who told the provider not to say who they are has not met a failure, but their own no.
 */
export function providerFailure({ telemetry }: Pick<AccountsContext, 'telemetry'>, error: unknown): Problem {
  if (error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied')
    return new Problem('forbidden', 'You did not let the sign-in service tell us who you are.');
  telemetry.log.warn('the identity provider failed', { error });
  return new Problem('identity-provider-failed', undefined, { cause: error });
}

/** Every way to fail at the callback is audited and counted as a sign-in that failed. */
export async function refuse(
  context: AccountsContext,
  problem: Problem,
  { client, userId }: { client: Client; userId?: string | undefined },
): Promise<never> {
  context.telemetry.metrics.counter('sign_ins_total').add({ method: 'oidc', outcome: 'failed' });
  await audit(context.database, context, {
    actor: { kind: 'visitor' },
    action: 'sign-in.failed',
    subject: userId === undefined ? undefined : { kind: 'user', id: userId },
    client,
    detail: { method: 'oidc', problem: problem.code },
  });
  throw problem;
}
