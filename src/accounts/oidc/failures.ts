import * as oidc from 'openid-client';
import { Problem } from '../../errors.ts';
import { reason } from '../../reasons.ts';
import { audit } from '../audit.ts';
import type { AccountsContext, ClientInfo } from '../context.ts';

/**
 * The provider failed. The log has the details; the person can only try again. Denying consent at the provider
 * is not a failure.
 */
export function providerFailure({ telemetry }: Pick<AccountsContext, 'telemetry'>, error: unknown): Problem {
  if (error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied')
    return new Problem('forbidden', reason('provider-denied'));
  telemetry.log.warn('oidc.provider_failed', { error });
  return new Problem('identity-provider-failed', undefined, { cause: error });
}

/** Every failed callback is audited and counted as a failed sign-in. */
export async function refuse(
  context: AccountsContext,
  problem: Problem,
  { client, userId }: { client: ClientInfo; userId?: string | undefined },
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
