import type { Client } from 'pg';
import { backoff } from '../../lib/backoff.ts';
import { type Clock, pause } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import type { Logger } from '../telemetry/port.ts';
import { classify, codeOf, explainNotWritable } from './failures.ts';

/**
 * PG-4: whether the database stores changes.
 *
 *   writable -> a statement was refused -> refusing, probed with pauses -> a probe is written -> writable
 *
 * One refusal may concern one session or one large statement, so it is logged only when the first probe fails as well.
 */
export class Writability {
  readonly #deps: WritabilityDeps;
  readonly #closing = new AbortController();
  #probing: Promise<void> | null = null;

  constructor(deps: WritabilityDeps) {
    this.#deps = deps;
  }

  get isWritable(): boolean {
    return this.#probing === null;
  }

  /** A statement was refused with this error. */
  refused(error: unknown): void {
    if (this.#probing || this.#closing.signal.aborted) return;
    this.#probing = this.#probeUntilWritten(error);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#probing;
  }

  async #probeUntilWritten(error: unknown): Promise<void> {
    const { clock, random, log, onWritable } = this.#deps;
    const since = clock.now();
    let isLogged = false;
    for (let attempt = 1; !this.#closing.signal.aborted; attempt++) {
      if (await this.#isWritten()) {
        onWritable();
        if (isLogged) log.info('database.writable', { refusedForMs: clock.now() - since });
        break;
      }
      if (!isLogged) log.error('database.not_writable', { ...explainNotWritable(error) });
      isLogged = true;
      const waitMs = backoff(attempt, random, { firstMs: 100, maxMs: 2_000 });
      await pause(clock, waitMs, this.#closing.signal);
    }
    this.#probing = null;
  }

  /** On its own connection: a session keeps the default that it was opened with. */
  async #isWritten(): Promise<boolean> {
    const client = this.#deps.connect();
    client.on('error', () => {
      // The statement below reports the failure.
    });
    try {
      await client.connect();
      await client.query(WRITE_PROBE);
      return true;
    } catch (error) {
      // PostgreSQL refuses this table for another reason; the next change shows whether it stores others.
      return classify(error) === 'refused' && codeOf(error) !== undefined;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/**
 * Writes a megabyte into a temporary table: a full disk has no room for its pages. A user who may not create one is not
 * out of space.
 */
export const WRITE_PROBE = `
  do $$
  begin
    create temporary table broadsheet_write_probe on commit drop as
      select number from generate_series(1, 30000) number;
  exception when insufficient_privilege then
    null;
  end
  $$
`;

interface WritabilityDeps {
  readonly connect: () => Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** Called when a change was stored again. */
  readonly onWritable: () => void;
}
