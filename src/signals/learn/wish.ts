import type { Transaction } from '../../platform/database/port.ts';
import { partitionOf } from '../../platform/log/partition-of.ts';
import type { EventLog } from '../../platform/log/port.ts';
import { SIGNAL_PARTITIONS } from '../../streams.ts';
import { keyOfPartition } from '../accept/partitions.ts';
import type { Wish } from '../interests/index.ts';

/** INT-3: what a reader says of their interests goes where what they read goes, so that both stay in their order. */
export function appendWish(tx: Transaction, log: EventLog, told: ToldWish): void {
  const key = keyOfPartition(partitionOf(told.userId, SIGNAL_PARTITIONS));
  log.append(tx, 'signals.valid', [{ key, data: told }]);
}

/** Null for everything else that the stream has. */
export function wishFrom(data: unknown): ToldWish | null {
  return typeof data === 'object' && data !== null && 'wish' in data ? (data as ToldWish) : null;
}

export interface ToldWish {
  readonly userId: string;
  readonly at: number;
  readonly wish: Wish;
}
