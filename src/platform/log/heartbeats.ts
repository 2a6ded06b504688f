import { type Clock, pause } from '../../lib/clock.ts';
import type { Database } from '../database/port.ts';
import type { Logger } from '../telemetry/port.ts';
import { beat, type GroupBeat, type Membership, RENEW_MS } from './leases.ts';

/**
 * The heartbeats of all members of this process: one statement every two seconds, whatever the number of groups. Each
 * member gets what it says about its group, unless the member has changed its leases since the statement began.
 */
export class Heartbeats {
  readonly #deps: HeartbeatsDeps;
  readonly #members = new Set<BeatingMember>();
  readonly #closing = new AbortController();
  #current: Promise<void> = Promise.resolve();
  #loop: Promise<void> | undefined;

  constructor(deps: HeartbeatsDeps) {
    this.#deps = deps;
  }

  add(member: BeatingMember): void {
    this.#members.add(member);
    this.#loop ??= this.#run();
  }

  /** Afterwards no heartbeat of the member is under way: it would bring back the row of a member that leaves. */
  async remove(member: BeatingMember): Promise<void> {
    this.#members.delete(member);
    await this.#current;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { clock } = this.#deps;
    while (!this.#closing.signal.aborted) {
      await pause(clock, RENEW_MS, this.#closing.signal);
      if (this.#members.size === 0 || this.#closing.signal.aborted) continue;
      this.#current = this.#beat();
      await this.#current;
    }
  }

  async #beat(): Promise<void> {
    const asked = [...this.#members].map(member => ({ member, version: member.version }));
    try {
      const { database } = this.#deps;
      const beats = await beat(
        database,
        asked.map(({ member }) => member.membership),
      );
      for (const { member, version } of asked) {
        const found = beats.get(member.membership.member);
        if (found && version === member.version) member.receiveBeat(found);
      }
    } catch (error) {
      // The members renew their leases themselves when they hear nothing.
      this.#deps.log.warn('log.heartbeat_failed', { error });
    }
  }
}

interface BeatingMember {
  readonly membership: Membership;
  /** Grows with every change of its leases. */
  readonly version: number;
  receiveBeat(beat: GroupBeat): void;
}

interface HeartbeatsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
}
