import type { Transaction } from '../../platform/database/port.ts';
import type { EventLog } from '../../platform/log/port.ts';

/** FEED-6: whoever remembers the reader's taste looks again. Written with what changed, so that nobody looks too soon. */
export function appendReaderChange(tx: Transaction, log: EventLog, userId: string): void {
  log.append(tx, 'interests.changed', [{ key: userId, data: { userId } }]);
}

export function readReaderChange(data: unknown): string | null {
  const isOne = typeof data === 'object' && data !== null && 'userId' in data;
  return isOne && typeof data.userId === 'string' ? data.userId : null;
}
