import type { Transaction } from '../../../platform/database/port.ts';
import type { NewMatch } from '../matches.ts';

/**
 * SRCH-9: a way to notify readers of new matches. It announces in the transaction that records the matches, so its
 * message or row exists exactly when the match does. A further channel, such as push, is another implementation, and
 * another reason for `recordMatches` to return a match.
 */
export interface AlertChannel {
  readonly name: string;
  announce(tx: Transaction, matches: readonly NewMatch[]): Promise<void>;
}
