import type { AccountMailKind, AccountMailRequest, AccountsContext } from './context.ts';
import {
  MAX_CONFIRMATIONS,
  MAX_RESETS,
  type MailRequest,
  type ReservedMail,
  reserveMail,
} from './mail-allowance.ts';
import { createLink, type OneTimeLink } from './one-time-links.ts';
import { findAndLockUser, type User } from './users.ts';

/**
 * What a requested mail needs: its link and its place in the day's allowance, which commit together. Null when there is
 * nothing to send any more, or the allowance is used up. The link belongs to the address: changing the address voids it under
 * the same lock.
 */
export function prepareAccountMail(
  context: AccountsContext,
  { kind, userId }: Pick<AccountMailRequest, 'kind' | 'userId'>,
): Promise<PreparedMail | null> {
  if (userId === null) return Promise.resolve(null);
  return context.database.transaction(async tx => {
    const user = await findAndLockUser(tx, userId);
    if (!user || user.disabledAt) return null;
    if (kind === 'confirmation' && user.emailConfirmedAt) return null;
    const reserved = await reserveMail(tx, { ...allowanceOf(user), now: new Date(context.clock.now()) });
    if (!reserved) return null;
    const link = await createLink(tx, context, { ...LINKS[kind], userId });
    return { reserved, link };
  });
}

/**
 * A reset of an unconfirmed address confirms it too, and takes from the allowance of confirmations: someone who signs up with
 * the address of another gets no more mail to them by asking for resets.
 */
function allowanceOf({ id, email, emailConfirmedAt }: User): Omit<MailRequest, 'now'> {
  return emailConfirmedAt === null
    ? { userId: id, email, kind: 'confirmation', max: MAX_CONFIRMATIONS }
    : { userId: id, email, kind: 'reset', max: MAX_RESETS };
}

const HOUR_MS = 3_600_000;
const LINKS = {
  confirmation: { purpose: 'confirm-email', lifetimeMs: 24 * HOUR_MS },
  reset: { purpose: 'reset-password', lifetimeMs: HOUR_MS },
} as const satisfies Record<AccountMailKind, object>;

export interface PreparedMail {
  readonly reserved: ReservedMail;
  readonly link: OneTimeLink;
}
