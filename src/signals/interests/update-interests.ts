import type { InterestCommand } from '../../model/interest-command.ts';
import type { ValidEvent, ValidSignal } from '../../model/valid-signals.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { bytea, row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { EventHandler, EventLog, LogEvent } from '../../platform/log/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import { INTERESTS_CHANGED } from '../../streams.ts';
import { applyEvent } from './apply-event.ts';
import { readArticleTraits } from './article-traits.ts';
import { decodeInterests, encodeInterests } from './encoding.ts';
import type { ArticleTraits, InterestEvent, ReadingSignal } from './event.ts';
import { noInterests, type ReaderInterests } from './interests.ts';

/**
 * INT-1, INT-2: signals and commands update the interests of signed-in readers, each event once and in order. Interests
 * store the offset of the last event applied, so a redelivered event changes nothing and a full replay gives the same
 * interests. Caches of interests learn of the change from interests.changed.
 */
export const createInterestUpdater =
  ({ log, telemetry }: InterestUpdaterDeps): EventHandler<ValidEvent> =>
  async (tx, events) => {
    const userEvents = events.flatMap(userEventsOf);
    if (userEvents.length === 0) return;
    const traits = await readArticleTraits(
      tx,
      userEvents.flatMap(({ signal }) => (signal ? [signal.articleId] : [])),
    );
    const stored = await lockInterests(tx, [...new Set(userEvents.map(({ userId }) => userId))]);
    const changed = new Map<string, { readonly interests: ReaderInterests; readonly at: number }>();
    for (const { userId, signal, offset, at, command } of userEvents) {
      const before = changed.get(userId)?.interests ?? stored.get(userId);
      const known = signal && traits.get(signal.articleId);
      const event = command
        ? { ...command, offset, at }
        : signal && known && toInterestEvent(signal, known, offset);
      // An erased reader has no row, and nothing is learned from a removed article.
      if (before && event) changed.set(userId, { interests: applyEvent(before, event), at });
    }
    await storeInterests(tx, changed);
    // Reading an article without facts leaves interests as they are, but changes what was read.
    const readers = [...new Set(userEvents.map(({ userId }) => userId))].filter(userId => stored.has(userId));
    log.append(
      tx,
      INTERESTS_CHANGED,
      readers.map(userId => ({ userId })),
    );
    tx.afterCommit(() => {
      for (const [userId, { at }] of changed)
        telemetry.log.debug('interest.updated', { userId, at: new Date(at).toISOString() });
    });
  };

/** An event of the log holds many signals; each gets an offset that keeps their order. */
function userEventsOf({ offset: eventOffset, data }: LogEvent<ValidEvent>): UserEvent[] {
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
  const said = detail.replace(UNDO, '');
  const known = FEEDBACK_KINDS.find(each => each === said) ?? 'hide-source';
  return { kind: known, ...(said !== detail && { isUndo: true }) };
}

/** Of readers with an account; empty interests for those without any. */
async function lockInterests(
  tx: Transaction,
  userIds: readonly string[],
): Promise<Map<string, ReaderInterests>> {
  const rows = await tx.many(
    row({ user_id: uuid, state: bytea }),
    sql`
      select users.id as user_id, coalesce(interests.state, '') as state
      from users
      left join interests on interests.user_id = users.id
      where users.id = any (${[...userIds].sort()}::uuid[]) and users.erased_at is null
      order by users.id
      for key share of users
    `,
  );
  return new Map(rows.map(({ userId, state }) => [userId, decodeInterests(state) ?? noInterests()]));
}

async function storeInterests(
  tx: Transaction,
  changed: ReadonlyMap<string, { readonly interests: ReaderInterests; readonly at: number }>,
): Promise<void> {
  if (changed.size === 0) return;
  const entries = [...changed].sort(([a], [b]) => (a < b ? -1 : 1));
  await tx.execute(sql`
    insert into interests (user_id, state, updated_at)
    select * from unnest(
      ${entries.map(([userId]) => userId)}::uuid[],
      ${entries.map(([, { interests }]) => Buffer.from(encodeInterests(interests)))}::bytea[],
      ${entries.map(([, { at }]) => new Date(at))}::timestamptz[]
    )
    on conflict (user_id) do update set state = excluded.state, updated_at = excluded.updated_at
  `);
}

const UNDO = /^undo-/;
const FEEDBACK_KINDS = ['save', 'like', 'dislike', 'hide'] as const;
/** Above the size of any event. */
const MAX_SIGNALS_PER_EVENT = 10_000_000n;

export interface InterestUpdaterDeps {
  readonly log: EventLog;
  readonly telemetry: Telemetry;
}

interface UserEvent {
  readonly userId: string;
  readonly at: number;
  readonly offset: bigint;
  readonly signal: ValidSignal | null;
  readonly command: InterestCommand | null;
}
