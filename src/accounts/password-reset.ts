import { Problem } from '../errors.ts';
import { reason } from '../reasons.ts';
import { audit } from './audit.ts';
import type { AccountsContext, ClientInfo } from './context.ts';
import { findUserByEmail, requireEmail } from './users.ts';

/**
 * AUTH-8: a person who lost their password asks for a link by mail. With and without an account at the address this costs the
 * same work (one lookup, one audit entry, one request for mail); the difference is made later, by another process.
 */
export async function requestPasswordReset(
  context: AccountsContext,
  { client, ...input }: PasswordResetRequest,
): Promise<void> {
  const { mails } = context;
  if (!mails) throw new Problem('conflict', reason('mail-not-configured'));
  const email = requireEmail(input.email);
  await context.database.transaction(async tx => {
    const user = await findUserByEmail(tx, email);
    const userId = user && !user.disabledAt ? user.id : null;
    await audit(tx, context, {
      actor: { kind: 'visitor' },
      action: 'password.reset-requested',
      subject: user ? { kind: 'user', id: user.id } : undefined,
      client,
    });
    await mails.request(tx, { kind: 'reset', userId, client });
  });
}

export interface PasswordResetRequest {
  readonly email: string;
  readonly client: ClientInfo;
}
