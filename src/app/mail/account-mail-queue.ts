import type { AccountMailKind, AccountMails } from '../../accounts/index.ts';
import type { Broker } from '../../platform/broker/port.ts';

/** AUTH-8: requests for account mails. Their messages name people by id and hold no secret. */
export function accountMailQueue(broker: Broker): AccountMails {
  return {
    request: async (tx, { kind, userId, client }) => {
      const body: AccountMailMessage = { kind, userId, language: client.language ?? 'en' };
      await broker.publishIn(tx, ACCOUNT_MAIL_QUEUE, [{ body }]);
    },
  };
}

export const ACCOUNT_MAIL_QUEUE = 'accounts.mails';

export interface AccountMailMessage {
  readonly kind: AccountMailKind;
  /** Null for an address without an account: nothing is sent. */
  readonly userId: string | null;
  readonly language: string;
}
