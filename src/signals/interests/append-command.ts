import type { InterestCommand } from '../../model/interest-command.ts';
import type { Transaction } from '../../platform/database/port.ts';
import type { EventLog } from '../../platform/log/port.ts';
import { SIGNALS_VALID } from '../../streams.ts';

/** INT-3: a command must take effect in order with the reader's signals, so it uses the same stream. */
export function appendInterestCommand(
  tx: Transaction,
  log: EventLog,
  event: { readonly userId: string; readonly at: number; readonly command: InterestCommand },
): void {
  log.append(tx, SIGNALS_VALID, [{ kind: 'interests', ...event }]);
}
