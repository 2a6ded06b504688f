import { systemClock } from '../../../src/lib/clock.ts';
import { createIdSource } from '../../../src/lib/ids.ts';
import { systemRandom } from '../../../src/lib/random.ts';
import { type Broker, createBroker } from '../../../src/platform/broker/index.ts';
import { createPool } from '../../../src/platform/database/pool.ts';
import type { Database } from '../../../src/platform/database/port.ts';
import { int4, int8, row, text, timestamptz } from '../../../src/platform/database/rows.ts';
import { sql } from '../../../src/platform/database/sql.ts';
import { createLog } from '../../../src/platform/log/log.ts';
import type { EventLog } from '../../../src/platform/log/port.ts';
import type { Tasks } from '../../../src/platform/tasks/port.ts';
import { createTasks } from '../../../src/platform/tasks/tasks.ts';
import { createMemoryTelemetry } from '../../../src/platform/telemetry/memory/memory.ts';
import { EFFECTS, KIND, QUEUE, STREAM, type Transport, type WorkItem } from './protocol.ts';

/**
 * Sends work items and records acknowledgements: an acknowledged item must take effect once, an item whose
 * response was lost at most once.
 */
export class DeliveryLedger {
  readonly database: Database;
  readonly broker: Broker;
  readonly log: EventLog;
  readonly tasks: Tasks;
  readonly #sent: Record<Transport, number> = { log: 0, queue: 0, task: 0 };
  readonly #acknowledged: Record<Transport, Set<number>> = {
    log: new Set(),
    queue: new Set(),
    task: new Set(),
  };

  constructor(url: string) {
    const telemetry = createMemoryTelemetry({ level: 'error' });
    this.database = createPool({ url, telemetry, maxConnections: 8 });
    const deps = { database: this.database, telemetry, clock: systemClock, random: systemRandom };
    this.broker = createBroker(deps);
    this.log = createLog(deps);
    const newId = createIdSource(systemClock, systemRandom);
    this.tasks = createTasks({ ...deps, broker: this.broker, newId });
  }

  async open(): Promise<void> {
    await this.database.transaction(tx => tx.script(EFFECTS));
    await this.log.declare(STREAM);
    await this.broker.declare(QUEUE);
  }

  /** Returns the item's number once it is acknowledged. */
  async send(way: Transport, extra: Omit<WorkItem, 'number'> = {}): Promise<number> {
    const number = ++this.#sent[way];
    const item = { number, ...extra };
    if (way === 'queue') await this.broker.publish(QUEUE, { body: item });
    else if (way === 'task')
      await this.tasks.create({ kind: KIND, schedule: { at: new Date(systemClock.now()) }, payload: item });
    else await this.database.transaction(async tx => this.log.append(tx, STREAM, [item]));
    this.#acknowledged[way].add(number);
    return number;
  }

  /** Sends until the signal; a send that fails while the database is down was not acknowledged. */
  async sendUntil(way: Transport, everyMs: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.send(way).catch(() => undefined);
      await systemClock.sleep(everyMs);
    }
  }

  acknowledged(way: Transport): number {
    return this.#acknowledged[way].size;
  }

  async check(way: Transport, spoiled: ReadonlySet<number> = new Set()): Promise<DeliveryCheck> {
    const found = await this.database.many(
      row({ number: int4, count: int8 }),
      sql`select number, count(*) from effects where way = ${way} group by number`,
    );
    const effects = new Map(found.map(({ number, count }) => [number, count]));
    const wanted = [...this.#acknowledged[way]].filter(number => !spoiled.has(number));
    return {
      acknowledged: this.#acknowledged[way].size,
      lost: wanted.filter(number => !effects.has(number)),
      doubled: found.filter(({ count }) => count > 1).map(({ number }) => number),
      wrong: found.filter(({ number }) => spoiled.has(number)).map(({ number }) => number),
    };
  }

  /** Waits until every acknowledged item has taken effect. */
  async waitUntilSettled(
    way: Transport,
    withinMs: number,
    spoiled: ReadonlySet<number> = new Set(),
  ): Promise<DeliveryCheck> {
    const giveUpAt = performance.now() + withinMs;
    for (;;) {
      const verdict = await this.check(way, spoiled);
      if (verdict.lost.length === 0 || performance.now() > giveUpAt) return verdict;
      await systemClock.sleep(200);
    }
  }

  /** The first effect of each transport after a time of the database's clock. */
  firstEffects(since: Date): Promise<{ way: string; at: Date }[]> {
    return this.database.many(
      row({ way: text, at: timestamptz }),
      sql`select way, min(at) as at from effects where at > ${since} group by way`,
    );
  }

  async close(): Promise<void> {
    await this.log.close();
    await this.broker.close();
    await this.database.close();
  }
}

export interface DeliveryCheck {
  readonly acknowledged: number;
  readonly lost: readonly number[];
  readonly doubled: readonly number[];
  /** Items that must not take effect, and did. */
  readonly wrong: readonly number[];
}

export function isCorrect({ lost, doubled, wrong }: DeliveryCheck): boolean {
  return lost.length + doubled.length + wrong.length === 0;
}

export function describeCheck(way: Transport, { acknowledged, lost, doubled, wrong }: DeliveryCheck): string {
  const exceptions = wrong.length > 0 ? `, ${wrong.length} that had to fail took effect` : '';
  return `${way}: ${acknowledged} acknowledged, ${lost.length} lost, ${doubled.length} doubled${exceptions}`;
}
