import { createHash } from 'node:crypto';

/**
 * FEED-9: the arm of an experiment that a reader is in, by a hash of both ids: stable everywhere, and independent of
 * other experiments. Null for readers outside the experiment.
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
