import type { InterestCommand } from '../../model/interest-command.ts';
import { parseFeedback } from '../../model/signal.ts';
import type { ValidEvent, ValidSignal } from '../../model/valid-signals.ts';
import type { Queryable } from '../../platform/database/port.ts';
import type { LogEvent } from '../../platform/log/port.ts';
import { applyEvent } from './apply-event.ts';
import { readArticleTraits } from './article-traits.ts';
import type { ArticleTraits, InterestEvent, ReadingSignal } from './event.ts';
import type { ReaderInterests } from './interests.ts';

/** INT-1, INT-2: the interests of the readers of these events afterwards, with the time of the last event. */
export async function applyInterestInputs(
  database: Queryable,
  events: readonly InterestInput[],
  before: (userId: string) => ReaderInterests | undefined,
): Promise<ReadonlyMap<string, ChangedInterests>> {
  const traits = await readArticleTraits(
    database,
    events.flatMap(({ signal }) => (signal ? [signal.articleId] : [])),
  );
  const changed = new Map<string, ChangedInterests>();
  for (const { userId, signal, offset, at, command } of events) {
    const interests = changed.get(userId)?.interests ?? before(userId);
    const known = signal && traits.get(signal.articleId);
    const event = command
      ? { ...command, offset, at }
      : signal && known && toInterestEvent(signal, known, offset);
    // An erased reader has no row, and nothing is learned from a removed article.
    if (interests && event) changed.set(userId, { interests: applyEvent(interests, event), at });
  }
  return changed;
}

/** An event of the log holds many signals; each gets an offset that keeps their order. */
export function interestInputsOf({ offset: eventOffset, data }: LogEvent<ValidEvent>): InterestInput[] {
  const offset = eventOffset * MAX_SIGNALS_PER_EVENT;
  if (data.kind === 'interests') return [{ ...data, offset, signal: null }];
  return data.signals.flatMap((signal, index) =>
    signal.userId !== null && changesInterests(signal)
      ? [{ userId: signal.userId, at: signal.at, offset: offset + BigInt(index), signal, command: null }]
      : [],
  );
}

/** A view says nothing about interests; a read does. */
function changesInterests({ kind }: ValidSignal): boolean {
  return kind !== 'view';
}

function toInterestEvent(signal: ValidSignal, article: ArticleTraits, offset: bigint): InterestEvent {
  const dwellSeconds = signal.kind === 'read' && signal.seconds > 0 ? signal.seconds : null;
  return { ...kindOf(signal), dwellSeconds, article, at: signal.at, offset };
}

function kindOf({ kind, detail }: ValidSignal): Pick<ReadingSignal, 'kind' | 'isUndo'> {
  if (kind !== 'feedback') return { kind: kind === 'share' ? 'share' : 'read' };
  const { says, isUndo } = parseFeedback(detail);
  const known = FEEDBACK_KINDS.find(each => each === says) ?? 'hide-source';
  return { kind: known, ...(isUndo && { isUndo }) };
}

const FEEDBACK_KINDS = ['save', 'like', 'dislike', 'hide'] as const;
/** Above the size of any event. */
const MAX_SIGNALS_PER_EVENT = 10_000_000n;

export interface InterestInput {
  readonly userId: string;
  readonly at: number;
  readonly offset: bigint;
  readonly signal: ValidSignal | null;
  readonly command: InterestCommand | null;
}

export interface ChangedInterests {
  readonly interests: ReaderInterests;
  readonly at: number;
}
