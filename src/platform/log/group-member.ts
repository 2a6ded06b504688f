import { partitionOf } from '../../lib/partition-of.ts';
import { groupDrained } from './groups.ts';
import type { Heartbeats } from './heartbeats.ts';
import {
  acquire,
  beat,
  evict,
  type GroupBeat,
  joinGroup,
  leaveGroup,
  type Membership,
  RENEW_MS,
  release,
} from './leases.ts';
import type { LogNotification, LogNotifications } from './notifications.ts';
import { PartitionWorker, type PartitionWorkerDeps } from './partition-worker.ts';
import type { Consumer } from './port.ts';
import type { DeclaredStream } from './streams.ts';
import { WakeSignal } from './wake-signal.ts';

/**
 * One member of a group. With each heartbeat of the process (every two seconds), when another member's lease expires, and
 * whenever a member joins or leaves, it
 *   1. reports that it is alive and renews its leases; a worker whose lease is lost is ended;
 *   2. counts the members and computes its share: partitions divided by members, the remainder to the first by name;
 *   3. releases its surplus, each partition after its current batch, or acquires free partitions.
 * There is no leader: a row lock decides between two members that want the same partition.
 */
export class GroupMember implements Consumer {
  readonly #deps: MemberDeps;
  readonly membership: Membership;
  version = 0;
  readonly #workers = new Map<number, PartitionWorker>();
  readonly #leaving = new Map<PartitionWorker, Promise<void>>();
  readonly #ends = new Map<number, bigint>();
  readonly #wakeSignal = new WakeSignal();
  readonly #stopping = new AbortController();
  #nextCheckMs = WITHOUT_HEARTBEAT_MS;
  #beat: GroupBeat | undefined;
  /** Something has happened that the last heartbeat may not know. */
  #isOutdated = false;
  #unsubscribe: () => void = () => undefined;
  #started: Promise<void> = Promise.resolve();
  #loop: Promise<void> = Promise.resolve();
  #stopped: Promise<void> | undefined;

  constructor(deps: MemberDeps) {
    this.#deps = deps;
    this.membership = { group: deps.group, streamId: deps.stream.id, member: deps.member };
  }

  get group(): string {
    return this.membership.group;
  }

  get partitions(): readonly number[] {
    return [...this.#workers.keys()].sort((a, b) => a - b);
  }

  holds(key: string): boolean {
    return this.#workers.has(partitionOf(key, this.#deps.stream.partitions));
  }

  start(): Promise<void> {
    this.#started = this.#start();
    return this.#started;
  }

  async #start(): Promise<void> {
    const { database, group, stream, from, notifications } = this.#deps;
    await joinGroup(database, { group, stream, from });
    this.#unsubscribe = await notifications.subscribe({
      streamId: stream.id,
      receive: item => this.#receive(item),
    });
    await this.#coordinate();
    this.#notifyMembers();
    this.#deps.heartbeats.add(this);
    this.#loop = this.#run();
  }

  async drained(): Promise<void> {
    const { database, clock, group, stream } = this.#deps;
    await groupDrained({ database, clock, signal: this.#stopping.signal }, group, stream.id);
    // A commit can be visible before this process has run its after-commit effects.
    await Promise.all([...this.#workers.values(), ...this.#leaving.keys()].map(worker => worker.whenIdle()));
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#stopping.abort();
    this.#wakeSignal.wake();
    // A start under way may still acquire partitions, whose workers would keep the process alive for ever.
    await this.#started.catch(() => undefined);
    await this.#deps.heartbeats.remove(this);
    await this.#loop;
    for (const worker of this.#workers.values()) this.#release(worker);
    await Promise.all(this.#leaving.values());
    this.#unsubscribe();
    // When the database is unavailable, the leases expire instead.
    await leaveGroup(this.#deps.database, this.membership).catch(error => this.#logFailure(error));
    this.#notifyMembers();
    this.#deps.onStopped(this);
  }

  async #run(): Promise<void> {
    for (;;) {
      await this.#wakeSignal.wait(this.#deps.clock, this.#nextCheckMs);
      if (this.#stopping.signal.aborted) return;
      const known = this.#isOutdated ? undefined : this.#beat;
      this.#isOutdated = false;
      this.#beat = undefined;
      this.#nextCheckMs = WITHOUT_HEARTBEAT_MS;
      await this.#coordinate(known).catch(error => this.#logFailure(error));
    }
  }

  receiveBeat(received: GroupBeat): void {
    this.#beat = received;
    this.#wakeSignal.wake();
  }

  async #coordinate(known?: GroupBeat): Promise<void> {
    this.version++;
    try {
      await this.#apply(known ?? (await this.#ownBeat()));
    } finally {
      this.version++;
    }
  }

  async #ownBeat(): Promise<GroupBeat> {
    const { member } = this.membership;
    const found = (await beat(this.#deps.database, [this.membership])).get(member);
    if (!found) throw new Error(`no heartbeat of ${member}`);
    return found;
  }

  async #apply({ held, members, partitions, expired, free, nextEndMs, retries }: GroupBeat): Promise<void> {
    await this.#checkLeases(held);
    this.#nextCheckMs = Math.min(WITHOUT_HEARTBEAT_MS, nextEndMs + JUST_AFTER_MS);
    const { isUndivided } = this.#deps;
    // Names grow with time: the first is the oldest member.
    const share = shareOf(this.membership.member, isUndivided ? members.slice(0, 1) : members, partitions);
    const surplus = this.#workers.size - share;
    // Partitions of a dead member are taken by the first comer, even beyond its share, and balanced later.
    const wanted = isUndivided ? -surplus : Math.max(-surplus, expired.length);
    if (surplus > 0) for (const worker of [...this.#workers.values()].slice(-surplus)) this.#release(worker);
    else if (wanted > 0 && free + expired.length > 0) await this.#acquire(wanted, expired);
    for (const { id, partition } of retries) this.#workers.get(partition)?.retry(id);
  }

  async #checkLeases(held: GroupBeat['held']): Promise<void> {
    const { database } = this.#deps;
    const tokens = new Map(held.map(({ partition, leaseToken }) => [partition, leaseToken]));
    for (const [partition, worker] of this.#workers) {
      if (tokens.get(partition) !== worker.lease.leaseToken) this.#abandon(worker);
    }
    // A lease was granted but the answer got lost: no worker has it.
    const known = new Set(
      [...this.#workers.values(), ...this.#leaving.keys()].map(({ lease }) => lease.leaseToken),
    );
    for (const lease of held) if (!known.has(lease.leaseToken)) await release(database, lease);
  }

  async #acquire(max: number, expired: readonly number[]): Promise<void> {
    const { database, clock } = this.#deps;
    const leases = await acquire(database, this.membership, max);
    for (const lease of leases) {
      const worker = new PartitionWorker(this.#workerDeps(), lease);
      this.#workers.set(lease.partition, worker);
      worker.advanceEnd(this.#ends.get(lease.partition) ?? 0n);
      void worker.ended.then(() => this.#onEnded(worker));
    }
    if (leases.length > 0) void this.#deps.notifications.readEnds();
    if (leases.length >= max || expired.length === 0) return;
    // An owner whose lease expired still has the row locked: a transaction that was paused just before its end.
    const taken = new Set(leases.map(({ id }) => id));
    await evict(
      database,
      expired.filter(id => !taken.has(id)),
    );
    void clock.sleep(RETRY_TAKE_MS, this.#stopping.signal).then(
      () => this.#wakeToRead(),
      () => undefined,
    );
  }

  #workerDeps(): PartitionWorkerDeps {
    const { stream, ...deps } = this.#deps;
    return { ...deps, stream: stream.name, streamId: stream.id };
  }

  #release(worker: PartitionWorker): void {
    this.#detach(worker, async () => {
      await release(this.#deps.database, worker.lease);
      this.#notifyMembers();
    });
  }

  /** The lease is lost: there is nothing to release, and further writes of the worker are refused. */
  #abandon(worker: PartitionWorker): void {
    this.#detach(worker, async () => undefined);
  }

  #detach(worker: PartitionWorker, afterwards: () => Promise<void>): void {
    this.#workers.delete(worker.lease.partition);
    const leaving = worker
      .stop()
      .then(afterwards)
      .catch(error => this.#logFailure(error))
      .finally(() => this.#leaving.delete(worker));
    this.#leaving.set(worker, leaving);
  }

  /** A worker that ended on its own lost its lease; releasing it shows whether the row is still ours. */
  #onEnded(worker: PartitionWorker): void {
    if (this.#workers.get(worker.lease.partition) !== worker) return;
    this.#release(worker);
    this.#wakeToRead();
  }

  #wakeToRead(): void {
    this.#isOutdated = true;
    this.#wakeSignal.wake();
  }

  #receive(item: LogNotification): void {
    if (item.kind === 'end') {
      const known = this.#ends.get(item.partition) ?? 0n;
      if (item.end > known) this.#ends.set(item.partition, item.end);
      this.#workers.get(item.partition)?.advanceEnd(item.end);
    } else if (item.group === this.membership.group) {
      this.#wakeToRead();
    }
  }

  #notifyMembers(): void {
    const { group, streamId } = this.membership;
    this.#deps.notifications.publish({ kind: 'members', streamId, group });
  }

  #logFailure(error: unknown): void {
    const { group, stream, telemetry } = this.#deps;
    telemetry.log.warn('log.coordination_failed', { group, stream: stream.name, error });
  }
}

/** Equal parts; the first members get one more when the division leaves a remainder. */
export function shareOf(member: string, members: readonly string[], partitions: number): number {
  const rank = members.indexOf(member);
  if (rank === -1) return 0;
  return Math.floor(partitions / members.length) + (rank < partitions % members.length ? 1 : 0);
}

const RETRY_TAKE_MS = 200;
const JUST_AFTER_MS = 20;
/** Within the duration of a lease: the member sends a heartbeat itself when none of the process arrives. */
const WITHOUT_HEARTBEAT_MS = 2 * RENEW_MS;

export interface MemberDeps extends Omit<PartitionWorkerDeps, 'stream' | 'streamId'> {
  readonly group: string;
  readonly stream: DeclaredStream;
  readonly member: string;
  readonly from: 'beginning' | 'end';
  readonly isUndivided: boolean;
  readonly notifications: LogNotifications;
  readonly heartbeats: Heartbeats;
  onStopped(member: GroupMember): void;
}
