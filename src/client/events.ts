import type { Operations } from './api.ts';

/**
 * Sends signals of readers in batches, from pages, apps and programs:
 *
 *   const events = createEventClient({ baseUrl: 'https://news.example' });
 *   events.add({ kind: 'share', article, id: crypto.randomUUID(), via: 'link' });
 *   addEventListener('pagehide', () => events.leave());
 *
 *   added -> waiting -> in flight -> acknowledged, or refused and passed to `onRefused`
 *              ^            |
 *              '-- no response, 429 or 5xx: retry with backoff
 *
 * Unacknowledged events are sent again; the server counts each once. `leave` hands all pending events to the browser, which
 * sends them after the page has closed.
 */
export function createEventClient(options: EventClientOptions): EventClient {
  return new EventBatcher(options);
}

class EventBatcher implements EventClient {
  readonly #options: EventClientOptions;
  readonly #url: string;
  #waiting: ReaderEvent[] = [];
  #inFlight: ReaderEvent[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #sending: Promise<void> | undefined;

  constructor(options: EventClientOptions) {
    this.#options = options;
    this.#url = `${options.baseUrl.replace(/\/$/, '')}/api/v1/events`;
  }

  get pending(): number {
    return this.#waiting.length + this.#inFlight.length;
  }

  add(event: ReaderEvent): void {
    this.#waiting.push(event);
    // A client that is offline for hours must not fill the memory: drop the oldest.
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
    if (this.#waiting.length >= MAX_BATCH && this.#failures === 0) void this.flush();
    else this.#schedule(this.#options.everyMs ?? BATCH_INTERVAL_MS);
  }

  /** Resolves when earlier events were acknowledged, were refused, or wait for a retry. */
  async flush(): Promise<void> {
    while (this.#sending) await this.#sending;
    do {
      if (this.#waiting.length === 0) return;
      await this.#sendBatch();
    } while (this.#failures === 0);
  }

  leave(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const all = [...this.#inFlight, ...this.#waiting];
    this.#waiting = [];
    for (let from = 0; from < all.length; from += MAX_BEACON_BATCH) {
      const batch = all.slice(from, from + MAX_BEACON_BATCH);
      // Keep what the browser refuses, in case the page is restored.
      if (!this.#beacon(JSON.stringify({ events: batch }))) this.#waiting.push(...batch);
    }
    if (this.#waiting.length > 0) this.#schedule(BATCH_INTERVAL_MS);
  }

  #schedule(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.flush();
    }, ms);
  }

  #sendBatch(): Promise<void> {
    this.#inFlight = this.#waiting.splice(0, MAX_BATCH);
    this.#sending = this.#post(this.#inFlight).finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #post(events: readonly ReaderEvent[]): Promise<void> {
    const response = await this.#request(events);
    const shouldRetry = response === null || response.status === 429 || response.status >= 500;
    this.#inFlight = [];
    if (!shouldRetry) {
      this.#failures = 0;
      if (response.ok) await this.#reportRefused(events, response);
      return;
    }
    this.#waiting.unshift(...events);
    this.#failures++;
    const retryAfterMs = Number(response?.headers.get('retry-after') ?? 0) * 1_000;
    this.#schedule(Math.max(retryAfterMs, Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures)));
  }

  /** Null without a response. */
  async #request(events: readonly ReaderEvent[]): Promise<Response | null> {
    const { token, fetch: send = fetch } = this.#options;
    try {
      return await send(this.#url, {
        method: 'POST',
        keepalive: true,
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ events }),
      });
    } catch {
      return null;
    }
  }

  async #reportRefused(events: readonly ReaderEvent[], response: Response): Promise<void> {
    const { refused } = (await response.json()) as BatchResponse;
    for (const { index, code, message } of refused) {
      const event = events[index];
      if (event) this.#options.onRefused?.(event, { code, message });
    }
  }

  #beacon(body: string): boolean {
    const { navigator } = globalThis as BeaconScope;
    const send = this.#options.token === undefined ? navigator?.sendBeacon : undefined;
    return send?.call(navigator, this.#url, new Blob([body], { type: 'application/json' })) ?? false;
  }
}

const BATCH_INTERVAL_MS = 5_000;
/** Below the 64 KiB that browsers allow for requests that outlive their page. */
const MAX_BATCH = 100;
const MAX_BEACON_BATCH = 100;
const MAX_WAITING = 5_000;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 5 * 60_000;

/** Views and reads carry the seconds of attention so far in the visit; a share has a unique id. */
export type ReaderEvent = { readonly article: string; readonly at?: string } & (
  | { readonly kind: 'view'; readonly visit: string; readonly seconds: number }
  | { readonly kind: 'read'; readonly visit: string; readonly seconds?: number }
  | { readonly kind: 'share'; readonly id: string; readonly via?: ShareChannel }
  | {
      readonly kind: 'feedback';
      readonly say:
        | 'save'
        | 'like'
        | 'dislike'
        | 'hide'
        | 'hide-source'
        | 'undo-like'
        | 'undo-dislike'
        | 'undo-hide';
      readonly id?: string;
    }
) & {
    /** With a token that has the scope `signals:forward`: the reader for whom the event is sent. */
    readonly from?: { readonly address: string; readonly userAgent: string; readonly country?: string };
  };

export type ShareChannel = NonNullable<Operations['postShare']['input']['body']['via']>;

export interface EventClient {
  /** The number of events not acknowledged yet. */
  readonly pending: number;
  add(event: ReaderEvent): void;
  flush(): Promise<void>;
  /** Call it when the page closes: sends all pending events. */
  leave(): void;
}

export interface EventClientOptions {
  /** Origin of the installation; the empty string on its own pages. */
  readonly baseUrl: string;
  readonly token?: string;
  /** The batching interval in milliseconds; 5,000 by default. */
  readonly everyMs?: number;
  readonly fetch?: typeof fetch;
  readonly onRefused?: (event: ReaderEvent, why: { readonly code: string; readonly message: string }) => void;
}

interface BatchResponse {
  readonly refused: readonly { readonly index: number; readonly code: string; readonly message: string }[];
}

interface BeaconScope {
  readonly navigator?: { sendBeacon?(url: string, body: Blob): boolean };
}
