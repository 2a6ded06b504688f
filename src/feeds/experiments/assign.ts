import { createHash } from 'node:crypto';

/**
 * FEED-9: in which arm of an experiment a reader is, by a hash of both: the same whenever and wherever it is asked, and
 * independent of what other experiments the reader is in. Null for those outside of it.
 */
export function armOf(
  experiment: { readonly id: string; readonly share: number },
  userId: string,
): Arm | null {
  const digest = createHash('sha256').update(`${experiment.id.length}:${experiment.id}${userId}`).digest();
  const draw = digest.readUInt32LE(0) / 2 ** 32;
  if (draw >= experiment.share) return null;
  return (digest[4] ?? 0) < 128 ? 'control' : 'variant';
}

export type Arm = 'control' | 'variant';
