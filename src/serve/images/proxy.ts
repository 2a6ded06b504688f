import { Breaker, BreakerOpen, type BreakerSettings, TimedOut } from '../../lib/breaker.ts';
import type { Clock } from '../../lib/clock.ts';
import { OutboundFailure } from '../../platform/outbound/failure.ts';
import type { Limits, Outbound } from '../../platform/outbound/port.ts';
import type { Logger } from '../../platform/telemetry/port.ts';
import type { DiskCache } from './disk-cache.ts';
import { checkedPicture, fetchPicture, HostInTrouble, NoPicture } from './fetch-picture.ts';
import type { PictureType } from './formats/index.ts';
import { Lane, LaneFull } from './lane.ts';

/**
 * PARSE-5: hands out pictures of publishers, so that they never see who reads. A picture goes through
 *
 *   cache        on disk, by address
 *   refused      addresses that led to nothing lately are not asked again for a while
 *   under way    readers who ask for the same picture wait for the same answer
 *   host         at most a few at a time from one host, which is left alone while it is away
 *   all          at most so many at a time altogether, since each may be held in memory
 */
export function createImageProxy(deps: ImageProxyDeps): ImageProxy {
  const { clock, log, outbound } = deps;
  const limits = { ...LIMITS, ...deps.limits };
  const underWay = new Map<string, Promise<ImageAnswer>>();
  const refused = new Map<string, { readonly until: number; readonly answer: ImageAnswer }>();
  const hosts = new Map<string, Host>();
  const all = new Lane(MOST_AT_ONCE, MOST_WAITING);

  const hostOf = (address: string): Host => {
    const name = new URL(address).host;
    const host = hosts.get(name) ?? {
      breaker: new Breaker(name, deps.breaker ?? BREAKER, clock, { isFailure }),
      lane: new Lane(MOST_AT_A_HOST, MOST_WAITING_AT_A_HOST),
    };
    remember(hosts, name, host, MOST_HOSTS);
    return host;
  };
  const fetched = async (address: string): Promise<Buffer> => {
    const { breaker, lane } = hostOf(address);
    return lane.run(() =>
      all.run(() => breaker.run(signal => fetchPicture(outbound, address, limits, signal))),
    );
  };
  const keep = (address: string, content: Buffer) =>
    deps.cache
      .put(address, content)
      .catch(error => log.warn('a picture could not be kept in the cache', { error }));
  const find = async (address: string): Promise<ImageAnswer> => {
    try {
      const kept = await deps.cache.get(address);
      const content = kept ?? (await fetched(address));
      if (kept === null) await keep(address, content);
      return shown(content);
    } catch (error) {
      const { answer, forMs } = judge(error);
      if (forMs > 0) remember(refused, address, { until: clock.now() + forMs, answer }, MOST_REFUSED);
      return answer;
    }
  };

  return {
    get: address => {
      if (!URL.canParse(address)) return Promise.resolve(NOTHING_THERE);
      const before = refused.get(address);
      if (before && before.until > clock.now()) return Promise.resolve(before.answer);
      const running = underWay.get(address);
      if (running) return running;
      const started = find(address).finally(() => underWay.delete(address));
      underWay.set(address, started);
      return started;
    },
  };
}

/** A picture of a few pixels is there to count readers; they get one of ours, and nobody is counted. */
function shown(content: Buffer): ImageAnswer {
  const { type, width, height } = checkedPicture(content);
  if (width <= TRACKER_SIDE && height <= TRACKER_SIDE)
    return { kind: 'picture', type: 'image/gif', content: BLANK };
  return { kind: 'picture', type, content };
}

/** What readers are told, and for how long the address is not tried again. */
function judge(error: unknown): { answer: ImageAnswer; forMs: number } {
  if (error instanceof LaneFull) return { answer: { kind: 'busy', retryAfterSeconds: 5 }, forMs: 0 };
  if (error instanceof BreakerOpen) {
    const retryAfterSeconds = Math.max(1, Math.ceil(error.retryAfterMs / 1_000));
    return { answer: { kind: 'busy', retryAfterSeconds }, forMs: 0 };
  }
  if (error instanceof NoPicture) return { answer: NOTHING_THERE, forMs: REFUSED_FOR_MS };
  if (error instanceof OutboundFailure && error.fault === 'ours')
    return { answer: { kind: 'busy', retryAfterSeconds: 5 }, forMs: 0 };
  if (error instanceof OutboundFailure && NEVER_BETTER.has(error.kind))
    return { answer: NOTHING_THERE, forMs: REFUSED_FOR_MS };
  if (error instanceof OutboundFailure || error instanceof HostInTrouble || error instanceof TimedOut)
    return { answer: { kind: 'away' }, forMs: AWAY_FOR_MS };
  throw error;
}

/** What speaks against the host; a missing or strange picture does not. */
function isFailure(error: unknown): boolean {
  if (error instanceof OutboundFailure) return error.fault === 'host' && !NEVER_BETTER.has(error.kind);
  return error instanceof HostInTrouble || error instanceof TimedOut;
}

/** The least recently used goes when there are too many. */
function remember<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= most) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}

const NOTHING_THERE: ImageAnswer = { kind: 'none' };

const NEVER_BETTER: ReadonlySet<string> = new Set([
  'refused-address',
  'refused-url',
  'too-large-wire',
  'too-large-decoded',
  'bad-redirect',
]);

const LIMITS: Partial<Limits> = {
  connectMs: 5_000,
  headersMs: 8_000,
  bodyMs: 5_000,
  totalMs: 12_000,
  wireBytes: 8 * 1_048_576,
  decodedBytes: 8 * 1_048_576,
  redirects: 3,
};
const BREAKER: BreakerSettings = { failures: 5, windowMs: 60_000, timeoutMs: 15_000, probeAfterMs: 60_000 };
const REFUSED_FOR_MS = 600_000;
const AWAY_FOR_MS = 60_000;
const MOST_AT_A_HOST = 4;
const MOST_WAITING_AT_A_HOST = 200;
const MOST_AT_ONCE = 32;
const MOST_WAITING = 1_000;
const MOST_REFUSED = 10_000;
const MOST_HOSTS = 2_000;
const TRACKER_SIDE = 2;
/** One pixel that cannot be seen. */
const BLANK = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

interface Host {
  readonly breaker: Breaker;
  readonly lane: Lane;
}

export interface ImageProxy {
  get(address: string): Promise<ImageAnswer>;
}

export type ImageAnswer =
  | { readonly kind: 'picture'; readonly type: PictureType; readonly content: Buffer }
  /** There is nothing at the address that we show. */
  | { readonly kind: 'none' }
  /** The host did not answer as it should. */
  | { readonly kind: 'away' }
  | { readonly kind: 'busy'; readonly retryAfterSeconds: number };

export interface ImageProxyDeps {
  readonly outbound: Outbound;
  readonly cache: DiskCache;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  readonly limits?: Partial<Limits>;
  readonly breaker?: BreakerSettings;
}
