import { type Client, createClient, everyItem } from '../../src/client/index.ts';
import { sameOrigin } from '../../test/harness/people.ts';
import type { RunningProgram } from './program.ts';

/**
 * Writers that record acknowledged writes, and a check of the record against the database. A write creates or
 * revokes an API token; each adds one entry to the append-only audit log in the same transaction.
 */
export class Ledger {
  readonly #created = new Set<string>();
  readonly #revoked = new Set<string>();
  #number = 0;
  #cookie = '';

  get acknowledged(): number {
    return this.#created.size + this.#revoked.size;
  }

  /** Becomes the first operator with the printed link. */
  async registerOperator({ url, operatorLink }: RunningProgram): Promise<void> {
    const code = new URL(operatorLink ?? '').searchParams.get('code') ?? '';
    const response = await fetch(`${url}/operator`, {
      method: 'POST',
      redirect: 'manual',
      headers: sameOrigin(url),
      body: new URLSearchParams({
        code,
        email: 'ledger@example.org',
        displayName: 'Ledger',
        password: 'copper kettle on a cold stove',
      }),
    });
    this.#cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    if (response.status !== 303 || this.#cookie === '')
      throw new Error(`the operator's sign-up got ${response.status}`);
  }

  client(url: string): Client {
    return createClient({ baseUrl: url, headers: { cookie: this.#cookie, ...sameOrigin(url) } });
  }

  /**
   * Writes until the signal. A write that fails while the program is down was not acknowledged and so is not
   * lost.
   */
  async write(url: string, signal: AbortSignal): Promise<void> {
    const client = this.client(url);
    while (!signal.aborted) {
      try {
        const name = `entry-${++this.#number}`;
        const { token } = await client.createToken({
          body: { name, scopes: ['account:read'] },
          idempotencyKey: name,
        });
        this.#created.add(token.id);
        await client.revokeToken({ params: { id: token.id } });
        this.#revoked.add(token.id);
      } catch {
        // Keeps the writers from flooding a restarting program.
        await new Promise(resolve => setTimeout(resolve, 25));
      }
    }
  }

  /** Acknowledged writes that are missing, and writes that exist more than once. */
  async check(url: string): Promise<{ lost: string[]; doubled: string[] }> {
    const client = this.client(url);
    const seen = new Map<string, number>();
    for await (const entry of everyItem(cursor =>
      client.listAudit({ query: { limit: 200, ...(cursor ? { cursor } : {}) } }),
    )) {
      const key = `${entry.action} ${entry.subjectId}`;
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
    const expected = [
      ...[...this.#created].map(id => `token.created ${id}`),
      ...[...this.#revoked].map(id => `token.revoked ${id}`),
    ];
    return {
      lost: expected.filter(key => !seen.has(key)),
      doubled: [...seen].filter(([key, count]) => key.startsWith('token.') && count > 1).map(([key]) => key),
    };
  }
}

export function report(
  rounds: number,
  ledger: Ledger,
  { lost, doubled }: { lost: string[]; doubled: string[] },
  times: { what: string; ms: number[]; slowdown: number },
): boolean {
  const slowest = Math.max(...times.ms);
  const limitMs = 10_000 * times.slowdown;
  console.log(
    `${rounds} rounds, ${ledger.acknowledged} writes acknowledged, ${lost.length} lost, ${doubled.length} doubled`,
  );
  console.log(
    `${times.what}: median ${Math.round(median(times.ms))} ms, slowest ${Math.round(slowest)} ms (limit ${Math.round(limitMs)} ms)`,
  );
  return ledger.acknowledged > rounds && lost.length === 0 && doubled.length === 0 && slowest < limitMs;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
