import type { ValidEvent, ValidSignal } from '../../../model/valid-signals.ts';
import type { LogEvent } from '../../../platform/log/port.ts';
import type { CountedSignal } from '../trending-counts.ts';
import { packWeight, weightOf } from '../weights.ts';

/** What of an event makes things trend: shares and reads. What readers say of their interests is in the stream too. */
export function countableSignals({ data }: LogEvent<ValidEvent>): CountedSignal[] {
  if (data.kind === 'interests') return [];
  return data.signals.flatMap(signal => {
    const by = measureOf(signal);
    return by === null ? [] : [toCounted(signal, by)];
  });
}

function measureOf({ kind }: ValidSignal): CountedSignal['by'] | null {
  if (kind === 'share') return 'shares';
  return kind === 'read' ? 'reads' : null;
}

function toCounted(signal: ValidSignal, by: CountedSignal['by']): CountedSignal {
  const { articleId, at, country, userId, reach } = signal;
  const kind = by === 'shares' ? 'share' : 'read';
  const weight = packWeight(weightOf({ kind, isMember: userId !== null, reach }));
  return { articleId, by, weight, at, country };
}
