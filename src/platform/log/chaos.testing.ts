import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eventually } from '../../../test/harness/eventually.ts';
import { testStream } from '../../../test/harness/stream.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import type { Database } from '../database/port.ts';
import { bool, int4, int8, row } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import type { EventLog } from './port.ts';

/**
 * Four processes share the eight partitions of one group. They are killed (`kill -9`) or paused past their leases while
 * producers append, partly in transactions that roll back. A ledger without a unique key records every effect, and the
 * audit compares it with the committed events.
 */
export async function runChaos({ database, url, log, random, seconds }: ChaosOptions): Promise<ChaosOutcome> {
  await database.transaction(tx => tx.script(LEDGER));
  await log.declare({ name: 'chaos', partitions: 8, retentionDays: 1 });
  const workers = new WorkerProcesses(url, random);
  for (let n = 0; n < 4; n++) await workers.start();
  const over = new AbortController();
  const producers = Array.from({ length: 4 }, (_, n) => produce({ database, log, random }, n, over.signal));
  const recoveries: Promise<number>[] = [];
  let [kills, pauses] = [0, 0];
  const until = systemClock.now() + seconds * 1_000;
  while (systemClock.now() < until) {
    await systemClock.sleep(500 + random.fraction() * 1_500);
    const paused = pauses === 0 || random.fraction() < 0.35 ? workers.pauseOne() : undefined;
    const victim = paused ?? (await workers.killOne());
    if (victim === undefined) continue;
    if (paused === undefined) kills++;
    else pauses++;
    recoveries.push(partitionsMoved(database, memberId(1, victim)));
  }
  over.abort();
  await Promise.all(producers);
  const times = await Promise.all(recoveries);
  workers.resumeAll();
  await eventually(() => requireCaughtUp(database), 30_000);
  await workers.killAll();
  return { ...(await audit(database)), kills, stops: pauses, slowestRecoveryMs: Math.max(...times) };
}

/** At least one of the processes is always running. */
class WorkerProcesses {
  readonly #url: string;
  readonly #random: Random;
  readonly #running = new Set<ChildProcess>();
  readonly #paused = new Set<ChildProcess>();
  readonly #starting: Promise<void>[] = [];
  #started = 0;

  constructor(url: string, random: Random) {
    this.#url = url;
    this.#random = random;
  }

  async start(): Promise<void> {
    const child = fork(WORKER, [this.#url, String(++this.#started)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await once(child, 'message');
    this.#running.add(child);
  }

  async killOne(): Promise<number | undefined> {
    const victim = this.#any();
    if (!victim) return undefined;
    this.#running.delete(victim);
    victim.kill('SIGKILL');
    await once(victim, 'exit');
    this.#starting.push(this.start());
    return victim.pid;
  }

  /** Pauses it past its lease, so that another process has its partitions when it resumes. */
  pauseOne(): number | undefined {
    const victim = this.#any();
    if (!victim || this.#paused.size > 0) return undefined;
    this.#running.delete(victim);
    this.#paused.add(victim);
    victim.kill('SIGSTOP');
    void systemClock.sleep(9_000).then(() => this.#resume(victim));
    return victim.pid;
  }

  resumeAll(): void {
    for (const child of this.#paused) this.#resume(child);
  }

  async killAll(): Promise<void> {
    await Promise.all(this.#starting);
    for (const child of this.#running) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }

  #resume(child: ChildProcess): void {
    if (!this.#paused.delete(child)) return;
    child.kill('SIGCONT');
    this.#running.add(child);
  }

  #any(): ChildProcess | undefined {
    return [...this.#running][Math.floor(this.#random.fraction() * this.#running.size)];
  }
}

/** Each producer numbers the events of its keys, so that their order is known. */
async function produce(
  { database, log, random }: Pick<ChaosOptions, 'database' | 'log' | 'random'>,
  producer: number,
  signal: AbortSignal,
): Promise<void> {
  for (let n = 1; !signal.aborted; n++) {
    const keys = Array.from({ length: 1 + Math.floor(random.fraction() * 12) }, (_, k) => `${producer}.${k}`);
    await database
      .transaction(async tx => {
        log.append(
          tx,
          testStream('chaos'),
          keys.map(key => ({ key, value: n })),
        );
        await tx.execute(sql`insert into sent (key, n) select unnest(${keys}::text[]), ${n}`);
        await systemClock.sleep(random.fraction() * 15);
        if (random.fraction() < 0.1) throw new RolledBack();
      })
      .catch(error => {
        if (!(error instanceof RolledBack)) throw error;
      });
  }
}

/** Measures how long it takes until other members have all partitions of the member. */
async function partitionsMoved(database: Database, member: string): Promise<number> {
  const began = performance.now();
  const had = await database.many(
    row({ id: int4, lease_token: int8 }),
    sql`select id, lease_token from log_positions where held_by = ${member}`,
  );
  await eventually(async () => {
    const { left } = await database.one(
      row({ left: int8 }),
      sql`
        select count(*) as "left" from log_positions
        join unnest(
          ${had.map(({ id }) => id)}::int[], ${had.map(({ leaseToken }) => leaseToken)}::bigint[]
        ) had (id, token) using (id)
        where lease_token = token
      `,
    );
    if (left > 0) throw new Error(`${left} partitions of ${member} have not moved`);
  }, 60_000);
  return performance.now() - began;
}

async function requireCaughtUp(database: Database): Promise<void> {
  const { behind } = await database.one(
    row({ behind: bool }),
    sql`
      select exists (
        select from log_positions join log_partitions using (stream_id, partition) where position < last_offset
      ) as behind
    `,
  );
  if (behind) throw new Error('the group is behind');
}

/** A member id that contains the process id. */
export function memberId(count: number, pid: number): string {
  return `00000000-0000-7000-8000-${String(count).padStart(4, '0')}${String(pid).padStart(8, '0')}`;
}

async function audit(database: Database): Promise<Audit> {
  return database.one(
    row({ sent: int8, lost: int8, doubled: int8, invented: int8, disordered: int8, parked: int8 }),
    sql`
      select
        (select count(*) from sent) as sent,
        (select count(*) from sent where not exists (select from ledger where ledger.key = sent.key and ledger.n = sent.n)) as lost,
        (select count(*) from (select from ledger group by key, n having count(*) > 1) twice) as doubled,
        (select count(*) from ledger where not exists (select from sent where ledger.key = sent.key and ledger.n = sent.n)) as invented,
        (select count(*) from (select n < lag(n) over (partition by key order by id) as back from ledger) steps where back) as disordered,
        (select count(*) from log_dead_letters) as parked
    `,
  );
}

class RolledBack extends Error {}

const WORKER = join(import.meta.dirname, 'chaos-worker.testing.ts');

const LEDGER = `
  create table sent (key text not null, n int not null);
  create table ledger (
    id bigint generated always as identity, worker int not null, partition int not null, "offset" bigint not null,
    key text not null, n int not null
  );
`;

interface ChaosOptions {
  readonly database: Database;
  readonly url: string;
  readonly log: EventLog;
  readonly random: Random;
  readonly seconds: number;
}

interface Audit {
  readonly sent: number;
  readonly lost: number;
  readonly doubled: number;
  readonly invented: number;
  readonly disordered: number;
  readonly parked: number;
}

export interface ChaosOutcome extends Audit {
  readonly kills: number;
  readonly stops: number;
  readonly slowestRecoveryMs: number;
}
