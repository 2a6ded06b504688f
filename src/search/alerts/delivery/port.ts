import type { Transaction } from '../../../platform/database/port.ts';
import type { NewMatch } from '../matches.ts';

/**
 * SRCH-9: a way in which readers hear of new matches. Told in the transaction that notes them, so what it hands on (a
 * message of the broker, a row) is there exactly when the match is. A further way, as push, is one more of these, and one
 * more reason for a match to be told of (`noteMatches`).
 */
export interface AlertChannel {
  readonly name: string;
  announce(tx: Transaction, matches: readonly NewMatch[]): Promise<void>;
}
