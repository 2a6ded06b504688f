import { Problem } from '../../errors.ts';
import { reason } from '../../reasons.ts';
import type { Database, Transaction } from '../database/port.ts';
import { bool, int4, nullable, type RowOf, row, text } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import type { QueueSettings } from './port.ts';

/** Queues by name. The constant part of a queue (its id and its sequence of message ids) is cached. */
export function createQueues(database: Database): Queues {
  const known = new Map<string, Promise<QueueHandle>>();

  const once = (name: string, load: () => Promise<QueueHandle>) => {
    let handle = known.get(name);
    if (!handle) {
      handle = load();
      known.set(name, handle);
      // Failures are not cached: the next caller tries again.
      handle.catch(() => known.delete(name));
    }
    return handle;
  };
  const open = (name: string) => once(name, () => database.one(Handle, declareStatement(checkName(name))));
  return {
    open,
    find: async name => {
      const handle = await (known.get(name) ?? database.maybe(Handle, findStatement(checkName(name))));
      if (!handle) throw new Problem('queue-not-found', reason('queue-unknown', { name }));
      return once(name, async () => handle);
    },
    declareIn: async (tx, name, settings) => {
      // Not cached: the queue may be new, and this transaction may roll back.
      const { id } = await tx.one(Handle, declareStatement(checkName(name)));
      if (settings.deadLetterQueue) checkName(settings.deadLetterQueue);
      return tx.one(Settings, changeStatement(id, checkSettings(settings)));
    },
  };
}

function declareStatement(name: string) {
  return sql`
    select queue as id, ('queue_ids_' || queue)::regclass::oid as ids, ${name}::text as name
    from queue_declare(${name}) as queue
  `;
}

/** Creates no queue, but recreates the sequence of one that was restored from a backup. */
function findStatement(name: string) {
  return sql`
    select queue as id, ('queue_ids_' || queue)::regclass::oid as ids, name
    from queues
    cross join lateral queue_declare(name) as queue
    where name = ${name}
  `;
}

function changeStatement(id: number, settings: Partial<QueueSettings>) {
  const keepsDeadLetters = settings.deadLetterQueue === undefined;
  return sql`
    update queues
    set visibility_ms = coalesce(${settings.visibilityMs ?? null}, visibility_ms),
        max_receives = coalesce(${settings.maxReceives ?? null}, max_receives),
        dead_letter_queue = case
          when ${keepsDeadLetters} then dead_letter_queue else ${settings.deadLetterQueue ?? null}
        end,
        paused = coalesce(${settings.paused ?? null}, paused)
    where id = ${id}
    returning visibility_ms, max_receives, dead_letter_queue, paused
  `;
}

function checkName(name: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9._:-]{0,119}$/.test(name))
    throw new Problem('validation-failed', reason('queue-name-invalid'));
  return name;
}

function checkSettings(settings: Partial<QueueSettings>): Partial<QueueSettings> {
  const { visibilityMs, maxReceives } = settings;
  if (visibilityMs !== undefined) checkVisibility(visibilityMs);
  if (maxReceives !== undefined && !(Number.isInteger(maxReceives) && maxReceives >= 1))
    throw new Problem('validation-failed', reason('max-receives'));
  return settings;
}

export function checkVisibility(visibilityMs: number): number {
  if (!Number.isInteger(visibilityMs) || visibilityMs < 1 || visibilityMs > MAX_VISIBILITY_MS)
    throw new Problem('validation-failed', reason('visibility-range'));
  return visibilityMs;
}

const MAX_VISIBILITY_MS = 12 * 60 * 60 * 1000;

const Handle = row({ id: int4, ids: int4, name: text });
const Settings = row({
  visibility_ms: int4,
  max_receives: int4,
  dead_letter_queue: nullable(text),
  paused: bool,
});

export type QueueHandle = RowOf<typeof Handle>;

export interface Queues {
  /** The queue of this name, created if missing: for publishers and workers. */
  open(name: string): Promise<QueueHandle>;
  /** The queue of this name; throws `queue-not-found`. */
  find(name: string): Promise<QueueHandle>;
  declareIn(tx: Transaction, name: string, settings: Partial<QueueSettings>): Promise<QueueSettings>;
}
