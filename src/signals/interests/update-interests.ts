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
 * INT-1, INT-2: what people did and said moves their interests, each event once and in order. ReaderInterests know the last
 * event that they reflect, and are stored with the place in the log: an event that comes again changes nothing, and all
 * of them from nothing give the same again. Whoever goes by somebody's interests is told that they moved.
 */
export const createInterestUpdater =
  ({ log, telemetry }: InterestUpdaterDeps): EventHandler<ValidEvent> =>
  async (tx, events) => {
    const told = events.flatMap(readEvent);
    if (told.length === 0) return;
    const traits = await readArticleTraits(
      tx,
      told.flatMap(({ signal }) => (signal ? [signal.articleId] : [])),
    );
    const stored = await storedInterests(tx, [...new Set(told.map(({ userId }) => userId))]);
    const changed = new Map<string, { readonly interests: ReaderInterests; readonly at: number }>();
    for (const { userId, signal, place, at, command } of told) {
      const before = changed.get(userId)?.interests ?? stored.get(userId);
      const known = signal && traits.get(signal.articleId);
      const event = command
        ? { ...command, offset: place, at }
        : signal && known && eventOf(signal, known, place);
      // Somebody who was erased meanwhile has no row to move, and nothing is learned from an article that is gone.
      if (before && event) changed.set(userId, { interests: applyEvent(before, event), at });
    }
    await storeInterests(tx, changed);
    // Those who only read something that nobody has described changed as well: they have read it.
    const readers = [...new Set(told.map(({ userId }) => userId))].filter(userId => stored.has(userId));
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

/** An event of the log holds many signals; each has a place of its own, in their order. */
function readEvent({ offset, data }: LogEvent<ValidEvent>): UserEvent[] {
  const place = offset * SIGNALS_OF_AN_EVENT;
  if (data.kind === 'interests') return [{ ...data, place, signal: null }];
  return data.signals.flatMap((signal, index) =>
    signal.userId !== null && moves(signal)
      ? [{ userId: signal.userId, at: signal.at, place: place + BigInt(index), signal, command: null }]
      : [],
  );
}

/** A view is no read: who has read says so. */
function moves({ kind }: ValidSignal): boolean {
  return kind !== 'view';
}

function eventOf(signal: ValidSignal, article: ArticleTraits, offset: bigint): InterestEvent {
  const dwellSeconds = signal.kind === 'read' && signal.seconds > 0 ? signal.seconds : null;
  return { kind: kindOf(signal), dwellSeconds, article, at: signal.at, offset };
}

function kindOf({ kind, detail }: ValidSignal): ReadingSignal['kind'] {
  if (kind !== 'feedback') return kind === 'share' ? 'share' : 'read';
  return detail === 'save' || detail === 'like' || detail === 'dislike' ? detail : 'hide';
}

/** Of everybody who has an account; of those of whom nothing is known yet, nothing. */
async function storedInterests(
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

/** More than one event can hold. */
const SIGNALS_OF_AN_EVENT = 10_000_000n;

export interface InterestUpdaterDeps {
  readonly log: EventLog;
  readonly telemetry: Telemetry;
}

interface UserEvent {
  readonly userId: string;
  readonly at: number;
  readonly place: bigint;
  readonly signal: ValidSignal | null;
  readonly command: InterestCommand | null;
}
