import type { Breaker, BreakerSettings } from '../../lib/breaker.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Limits, Outbound } from '../../platform/outbound/port.ts';
import { createBreaker } from '../../platform/telemetry/breakers.ts';
import type { Logger, Metrics } from '../../platform/telemetry/port.ts';
import {
  answerForError,
  createAnswerCounter,
  type ImageAnswer,
  isFailure,
  type PictureOrigin,
} from './answer.ts';
import type { DiskCache } from './disk-cache.ts';
import { checkedPicture, fetchPicture, type SizeLimits } from './fetch-picture.ts';
import { Limiter } from './limiter.ts';

/**
 * PARSE-5: serves the pictures of publishers, so that they never see who reads. A request passes
 *
 *   cache        on disk, by address
 *   refused      addresses without a usable picture are not fetched again for a while
 *   under way    concurrent requests for the same picture share one fetch
 *   host         few concurrent fetches per host, and none while its circuit breaker is open
 *   all          a limit on all concurrent fetches, since each picture is in memory
 */
export function createImageProxy(deps: ImageProxyDeps): ImageProxy {
  const { clock, log, outbound } = deps;
  const limits = { ...deps.size, request: { ...LIMITS, ...deps.limits } };
  const underWay = new Map<string, Promise<ImageAnswer>>();
  const refused = new Map<string, { readonly until: number; readonly answer: ImageAnswer }>();
  const hosts = new Map<string, Host>();
  const all = new Limiter(MAX_FETCHES, MAX_WAITING);

  const hostOf = (address: string): Host => {
    const name = new URL(address).host;
    const host = hosts.get(name) ?? {
      breaker: createBreaker('image-host', {
        ...{ clock, telemetry: deps, isFailure, host: name },
        ...(deps.breaker && { settings: deps.breaker }),
      }),
      limiter: new Limiter(MAX_FETCHES_PER_HOST, MAX_WAITING_PER_HOST),
    };
    remember(hosts, name, host, MAX_HOSTS);
    return host;
  };
  const fetched = async (address: string): Promise<Buffer> => {
    const { breaker, limiter } = hostOf(address);
    return limiter.run(() =>
      all.run(() => breaker.run(signal => fetchPicture(outbound, address, limits, signal))),
    );
  };
  const keep = (address: string, content: Buffer) =>
    deps.cache.put(address, content).catch(error => log.warn('image.cache_write_failed', { error }));
  const find = async (address: string): Promise<ImageAnswer> => {
    try {
      const cached = await deps.cache.get(address);
      const content = cached ?? (await fetched(address));
      if (cached === null) await keep(address, content);
      return shown(content, limits, cached === null ? 'publisher' : 'cache');
    } catch (error) {
      const { answer, forMs } = answerForError(error);
      if (forMs > 0) remember(refused, address, { until: clock.now() + forMs, answer }, MAX_REFUSED);
      return answer;
    }
  };

  const answerTo = (address: string): Promise<ImageAnswer> => {
    if (!URL.canParse(address)) return Promise.resolve({ kind: 'none', reason: 'refused-url' });
    const before = refused.get(address);
    if (before && before.until > clock.now()) return Promise.resolve(before.answer);
    const running = underWay.get(address);
    if (running) return running;
    const started = find(address).finally(() => underWay.delete(address));
    underWay.set(address, started);
    return started;
  };
  const count = createAnswerCounter(deps.metrics);

  return {
    get: async address => {
      const answer = await answerTo(address);
      count(answer);
      return answer;
    },
  };
}

/** A picture of a few pixels is for tracking; readers get our own, and the publisher cannot count them. */
function shown(content: Buffer, limits: SizeLimits, from: PictureOrigin): ImageAnswer {
  const { type, width, height } = checkedPicture(content, limits);
  if (width <= TRACKER_SIDE && height <= TRACKER_SIDE)
    return { kind: 'picture', type: 'image/gif', content: BLANK, from };
  return { kind: 'picture', type, content, from };
}

/** Adds an entry and evicts the least recently used one above `max`. */
function remember<T>(map: Map<string, T>, key: string, value: T, max: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= max) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}

const LIMITS: Partial<Limits> = {
  connectMs: 5_000,
  headersMs: 8_000,
  bodyMs: 5_000,
  totalMs: 12_000,
  redirects: 3,
};
const MAX_FETCHES_PER_HOST = 4;
const MAX_WAITING_PER_HOST = 200;
const MAX_FETCHES = 32;
const MAX_WAITING = 1_000;
const MAX_REFUSED = 10_000;
const MAX_HOSTS = 2_000;
const TRACKER_SIDE = 2;
/** One transparent pixel. */
const BLANK = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

interface Host {
  readonly breaker: Breaker;
  readonly limiter: Limiter;
}

export interface ImageProxy {
  get(address: string): Promise<ImageAnswer>;
}

export interface ImageProxyDeps {
  readonly outbound: Outbound;
  readonly cache: DiskCache;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'debug' | 'info' | 'warn'>;
  readonly metrics: Pick<Metrics, 'counter' | 'gauge'>;
  readonly size: SizeLimits;
  readonly limits?: Partial<Limits>;
  readonly breaker?: BreakerSettings;
}
