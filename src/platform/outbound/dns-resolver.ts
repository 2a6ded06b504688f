import { Resolver } from 'node:dns';
import type { Clock } from '../../lib/clock.ts';
import { codeOf, FailureReason } from './failure.ts';

/**
 * Resolves names by querying DNS servers directly. The system's lookup blocks a thread of a pool that files and
 * compression share: four silent servers would stop all of them. Here a query is a datagram, and a thousand
 * unanswered queries delay nothing.
 *
 * Answers are cached for their TTL, at most a minute; concurrent lookups of one name share one query. Failures are
 * cached for a few seconds, so that a dead name is not queried in a loop.
 */
export function createDnsResolver(options: DnsResolverOptions): DnsResolver {
  const { clock, settings } = options;
  const resolver = new Resolver({
    timeout: settings.tryMs,
    tries: settings.tries,
    maxTimeout: settings.tryMs,
  });
  if (settings.servers !== undefined) resolver.setServers([...settings.servers]);
  const known = new Map<string, DnsCacheEntry>();
  const contact = { lastAt: Number.NEGATIVE_INFINITY };

  const lookUp = async (host: string): Promise<readonly string[]> => {
    const fixed = await settings.addressesOf?.(host);
    if (fixed !== undefined && fixed.length > 0)
      return cache(host, { addresses: fixed, ttl: MAX_TTL_SECONDS });
    return cache(host, await queryBoth(resolver, host, clock, contact));
  };
  const cache = (host: string, { addresses, ttl }: DnsAnswer): readonly string[] => {
    const seconds = Math.min(Math.max(ttl, MIN_TTL_SECONDS), MAX_TTL_SECONDS);
    const entry = known.get(host);
    if (entry !== undefined) entry.until = clock.now() + seconds * 1_000;
    return addresses;
  };
  return {
    addressesOf(host) {
      const entry = known.get(host);
      if (entry !== undefined && clock.now() < entry.until) return entry.addresses;
      const addresses = lookUp(host);
      const pending: DnsCacheEntry = { addresses, until: Number.POSITIVE_INFINITY };
      addresses.catch(() => {
        pending.until = clock.now() + FAILURE_SECONDS * 1_000;
      });
      known.delete(host);
      known.set(host, pending);
      if (known.size > MAX_NAMES) evictOldest(known);
      return addresses;
    },
    close: () => resolver.cancel(),
  };
}

function evictOldest(known: Map<string, DnsCacheEntry>): void {
  const oldest = known.keys().next();
  if (!oldest.done) known.delete(oldest.value);
}

/** Queries both families at once; after the first answer the other has a moment left, as RFC 8305 advises. */
function queryBoth(
  resolver: Resolver,
  host: string,
  clock: Clock,
  contact: { lastAt: number },
): Promise<DnsAnswer> {
  return new Promise((resolve, reject) => {
    const sentAt = performance.now();
    const found: DnsAnswer[] = [];
    const failures: unknown[] = [];
    const settled = new AbortController();
    const settle = () => {
      settled.abort();
      if (found.length > 0) resolve(mergeAnswers(found));
      else reject(dnsFailure(failures, contact.lastAt >= sentAt));
    };
    const onAnswer = (error: unknown, records: readonly { address: string; ttl: number }[] = []) => {
      if (!UNANSWERED.has(codeOf(error))) contact.lastAt = performance.now();
      if (error === null && records.length > 0) found.push(answerOf(records));
      else failures.push(error);
      if (found.length + failures.length === 2) settle();
      else if (found.length > 0)
        clock.sleep(SECOND_FAMILY_WAIT_MS, settled.signal).then(settle, () => undefined);
    };
    resolver.resolve4(host, { ttl: true }, onAnswer);
    resolver.resolve6(host, { ttl: true }, onAnswer);
  });
}

function answerOf(records: readonly { address: string; ttl: number }[]): DnsAnswer {
  return {
    addresses: records.map(record => record.address),
    ttl: Math.min(...records.map(record => record.ttl)),
  };
}

/** IPv4 first: many machines have IPv6 addresses but no IPv6 route. */
function mergeAnswers(found: readonly DnsAnswer[]): DnsAnswer {
  const addresses = found.flatMap(one => one.addresses);
  const isFour = (address: string) => !address.includes(':');
  return {
    addresses: [...addresses.filter(isFour), ...addresses.filter(address => !isFour(address))],
    ttl: Math.min(...found.map(one => one.ttl)),
  };
}

/**
 * The more informative of two failures: a server that does not respond rather than a record that does not exist. When
 * no query at all was answered meanwhile, our network is at fault and not the DNS servers of this name.
 */
function dnsFailure(failures: readonly unknown[], wereOthersAnswered: boolean): FailureReason {
  const failure = failures.find(error => !NO_RECORD.has(codeOf(error))) ?? failures[0];
  const code = codeOf(failure);
  if (code === 'ETIMEOUT')
    return new FailureReason('timeout-dns', 'was not resolved: no DNS server responded', {
      cause: failure,
      fault: wereOthersAnswered ? 'host' : 'ours',
    });
  if (code === 'ECONNREFUSED' || code === 'ECANCELLED')
    return new FailureReason('dns', 'was not resolved: the DNS servers cannot be reached', {
      cause: failure,
      fault: 'ours',
    });
  const description = NO_RECORD.has(code) ? 'was not resolved: there is no such name' : 'was not resolved';
  return new FailureReason(
    'dns',
    code === '' || NO_RECORD.has(code) ? description : `${description} (${code})`,
    {
      cause: failure,
    },
  );
}

const UNANSWERED = new Set(['ETIMEOUT', 'ECONNREFUSED', 'ECANCELLED']);
const NO_RECORD = new Set(['ENOTFOUND', 'ENODATA']);
const MIN_TTL_SECONDS = 1;
const MAX_TTL_SECONDS = 60;
const FAILURE_SECONDS = 5;
const SECOND_FAMILY_WAIT_MS = 50;
const MAX_NAMES = 20_000;

export interface DnsResolver {
  /** Rejects with a FailureReason when there is no address. */
  addressesOf(host: string): Promise<readonly string[]>;
  close(): void;
}

export interface DnsResolverSettings {
  /** `address:port`; the system's servers by default. */
  readonly servers?: readonly string[] | undefined;
  readonly tryMs: number;
  readonly tries: number;
  /** Called before the DNS servers are queried; an empty list means that they decide. */
  readonly addressesOf?: ((host: string) => Promise<readonly string[]>) | undefined;
}

export interface DnsResolverOptions {
  readonly clock: Clock;
  readonly settings: DnsResolverSettings;
}

interface DnsAnswer {
  readonly addresses: readonly string[];
  readonly ttl: number;
}

interface DnsCacheEntry {
  readonly addresses: Promise<readonly string[]>;
  until: number;
}
