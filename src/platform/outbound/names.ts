import { Resolver } from 'node:dns';
import type { Clock } from '../../lib/clock.ts';
import { codeOf, Reason } from './failure.ts';

/**
 * Names to addresses, by asking servers of names directly. The system's own lookup waits in a thread of a
 * pool that files and compression share: four silent servers would stop all of them. Here a question is a
 * datagram, and a thousand that are never answered delay nobody.
 *
 * Answers are kept for as long as they say, within a minute; those who ask for the same name at the same time
 * share one question. Failures are kept for some seconds, so that a dead name is not asked for in a loop.
 */
export function createNames(options: NamesOptions): Names {
  const { clock, settings } = options;
  const resolver = new Resolver({
    timeout: settings.tryMs,
    tries: settings.tries,
    maxTimeout: settings.tryMs,
  });
  if (settings.servers !== undefined) resolver.setServers([...settings.servers]);
  const known = new Map<string, Entry>();
  const hearing = { lastAt: Number.NEGATIVE_INFINITY };

  const ask = async (host: string): Promise<readonly string[]> => {
    const fixed = await settings.addressesOf?.(host);
    if (fixed !== undefined && fixed.length > 0)
      return keep(host, { addresses: fixed, ttl: LONGEST_SECONDS });
    return keep(host, await askBoth(resolver, host, clock, hearing));
  };
  const keep = (host: string, { addresses, ttl }: Found): readonly string[] => {
    const seconds = Math.min(Math.max(ttl, SHORTEST_SECONDS), LONGEST_SECONDS);
    const entry = known.get(host);
    if (entry !== undefined) entry.until = clock.now() + seconds * 1_000;
    return addresses;
  };
  return {
    addressesOf(host) {
      const entry = known.get(host);
      if (entry !== undefined && clock.now() < entry.until) return entry.addresses;
      const addresses = ask(host);
      const asked: Entry = { addresses, until: Number.POSITIVE_INFINITY };
      addresses.catch(() => {
        asked.until = clock.now() + FAILURE_SECONDS * 1_000;
      });
      known.delete(host);
      known.set(host, asked);
      if (known.size > MOST_NAMES) forgetOldest(known);
      return addresses;
    },
    close: () => resolver.cancel(),
  };
}

function forgetOldest(known: Map<string, Entry>): void {
  const oldest = known.keys().next();
  if (!oldest.done) known.delete(oldest.value);
}

/** Both versions at once; when one has answered, the other has a moment left, as RFC 8305 advises. */
function askBoth(
  resolver: Resolver,
  host: string,
  clock: Clock,
  hearing: { lastAt: number },
): Promise<Found> {
  return new Promise((resolve, reject) => {
    const askedAt = performance.now();
    const found: Found[] = [];
    const failures: unknown[] = [];
    const hurry = new AbortController();
    const settle = () => {
      hurry.abort();
      if (found.length > 0) resolve(joined(found));
      else reject(explained(failures, hearing.lastAt >= askedAt));
    };
    const heard = (error: unknown, records: readonly { address: string; ttl: number }[] = []) => {
      if (!UNHEARD.has(codeOf(error))) hearing.lastAt = performance.now();
      if (error === null && records.length > 0) found.push(foundIn(records));
      else failures.push(error);
      if (found.length + failures.length === 2) settle();
      else if (found.length > 0) clock.sleep(MOMENT_MS, hurry.signal).then(settle, () => undefined);
    };
    resolver.resolve4(host, { ttl: true }, heard);
    resolver.resolve6(host, { ttl: true }, heard);
  });
}

function foundIn(records: readonly { address: string; ttl: number }[]): Found {
  return {
    addresses: records.map(record => record.address),
    ttl: Math.min(...records.map(record => record.ttl)),
  };
}

/** Version 4 first: many machines have version 6 addresses and no way to use them. */
function joined(found: readonly Found[]): Found {
  const addresses = found.flatMap(one => one.addresses);
  const isFour = (address: string) => !address.includes(':');
  return {
    addresses: [...addresses.filter(isFour), ...addresses.filter(address => !isFour(address))],
    ttl: Math.min(...found.map(one => one.ttl)),
  };
}

/**
 * The more telling of two failures: a server that does not answer over a record that does not exist. When no
 * question at all was answered meanwhile, it is our network that is silent and not the servers of this name.
 */
function explained(failures: readonly unknown[], othersWereHeard: boolean): Reason {
  const failure = failures.find(error => !NO_RECORD.has(codeOf(error))) ?? failures[0];
  const code = codeOf(failure);
  if (code === 'ETIMEOUT')
    return new Reason('timeout-dns', 'was not found: no server of names answered', {
      cause: failure,
      fault: othersWereHeard ? 'host' : 'ours',
    });
  if (code === 'ECONNREFUSED' || code === 'ECANCELLED')
    return new Reason('dns', 'was not found: the servers of names cannot be asked', {
      cause: failure,
      fault: 'ours',
    });
  const words = NO_RECORD.has(code) ? 'has no address: there is no such name' : 'was not found';
  return new Reason('dns', code === '' || NO_RECORD.has(code) ? words : `${words} (${code})`, {
    cause: failure,
  });
}

const UNHEARD = new Set(['ETIMEOUT', 'ECONNREFUSED', 'ECANCELLED']);
const NO_RECORD = new Set(['ENOTFOUND', 'ENODATA']);
const SHORTEST_SECONDS = 1;
const LONGEST_SECONDS = 60;
const FAILURE_SECONDS = 5;
const MOMENT_MS = 50;
const MOST_NAMES = 20_000;

export interface Names {
  /** Rejects with a Reason when there is no address. */
  addressesOf(host: string): Promise<readonly string[]>;
  close(): void;
}

export interface NamesSettings {
  /** `address:port`; the system's own when left out. */
  readonly servers?: readonly string[] | undefined;
  readonly tryMs: number;
  readonly tries: number;
  /** Asked before the servers; an empty list or nothing lets them be asked. */
  readonly addressesOf?: ((host: string) => Promise<readonly string[]>) | undefined;
}

export interface NamesOptions {
  readonly clock: Clock;
  readonly settings: NamesSettings;
}

interface Found {
  readonly addresses: readonly string[];
  readonly ttl: number;
}

interface Entry {
  readonly addresses: Promise<readonly string[]>;
  until: number;
}
