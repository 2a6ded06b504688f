import type { Operations } from './api.ts';

/**
 * Sends what readers do in batches, for pages, apps and programs alike:
 *
 *   const events = createEventClient({ baseUrl: 'https://news.example' });
 *   events.add({ kind: 'share', article, id: crypto.randomUUID(), via: 'link' });
 *   addEventListener('pagehide', () => events.leave());
 *
 *   added -> waiting -> under way -> acknowledged, or refused and handed to `onRefused`
 *              ^            |
 *              '-- no answer, 429 or 5xx: again, later and later
 *
 * What was sent and not acknowledged is sent again: the server counts it once. `leave` hands all of it to the browser, which
 * sends it after the page is gone.
 */
export function createEventClient(options: EventClientOptions): EventClient {
  return new Batches(options);
}

class Batches implements EventClient {
  readonly #options: EventClientOptions;
  readonly #url: string;
  #waiting: ReaderEvent[] = [];
  #underWay: ReaderEvent[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #sending: Promise<void> | undefined;

  constructor(options: EventClientOptions) {
    this.#options = options;
    this.#url = `${options.baseUrl.replace(/\/$/, '')}/api/v1/events`;
  }

  get pending(): number {
    return this.#waiting.length + this.#underWay.length;
  }

  add(event: ReaderEvent): void {
    this.#waiting.push(event);
    // Whoever is away for hours must not fill the memory: the oldest are given up.
    if (this.#waiting.length > MOST_WAITING) this.#waiting.shift();
    if (this.#waiting.length >= MOST_AT_ONCE && this.#failures === 0) void this.flush();
    else this.#schedule(this.#options.everyMs ?? EVERY_MS);
  }

  /** Resolves when what was added before was acknowledged, refused, or has to wait for another attempt. */
  async flush(): Promise<void> {
    while (this.#sending) await this.#sending;
    do {
      if (this.#waiting.length === 0) return;
      await this.#sendSome();
    } while (this.#failures === 0);
  }

  leave(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const all = [...this.#underWay, ...this.#waiting];
    this.#waiting = [];
    for (let from = 0; from < all.length; from += MOST_IN_A_BEACON) {
      const some = all.slice(from, from + MOST_IN_A_BEACON);
      // What the browser does not take stays, for a page that comes back.
      if (!this.#beacon(JSON.stringify({ events: some }))) this.#waiting.push(...some);
    }
    if (this.#waiting.length > 0) this.#schedule(EVERY_MS);
  }

  #schedule(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.flush();
    }, ms);
  }

  #sendSome(): Promise<void> {
    this.#underWay = this.#waiting.splice(0, MOST_AT_ONCE);
    this.#sending = this.#post(this.#underWay).finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #post(events: readonly ReaderEvent[]): Promise<void> {
    const response = await this.#ask(events);
    const isForLater = response === null || response.status === 429 || response.status >= 500;
    this.#underWay = [];
    if (!isForLater) {
      this.#failures = 0;
      if (response.ok) await this.#tellRefused(events, response);
      return;
    }
    this.#waiting.unshift(...events);
    this.#failures++;
    const asked = Number(response?.headers.get('retry-after') ?? 0) * 1_000;
    this.#schedule(Math.max(asked, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures)));
  }

  /** Null when no answer came. */
  async #ask(events: readonly ReaderEvent[]): Promise<Response | null> {
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

  async #tellRefused(events: readonly ReaderEvent[], response: Response): Promise<void> {
    const { refused } = (await response.json()) as Answer;
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

const EVERY_MS = 5_000;
/** Under the 64 KiB that a browser takes for requests that outlive their page. */
const MOST_AT_ONCE = 100;
const MOST_IN_A_BEACON = 100;
const MOST_WAITING = 5_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 5 * 60_000;

/** A view and a read are told by the seconds of attention in the visit so far; a share by an id of its own. */
export type ReaderEvent = { readonly article: string; readonly at?: string } & (
  | { readonly kind: 'view'; readonly visit: string; readonly seconds: number }
  | { readonly kind: 'read'; readonly visit: string; readonly seconds?: number }
  | { readonly kind: 'share'; readonly id: string; readonly via?: ShareChannel }
  | {
      readonly kind: 'feedback';
      readonly say: 'save' | 'like' | 'dislike' | 'hide-source';
      readonly id?: string;
    }
) & {
    /** With a token that has the scope `signals:forward`: the reader for whom it is sent. */
    readonly from?: { readonly address: string; readonly userAgent: string; readonly country?: string };
  };

export type ShareChannel = NonNullable<Operations['postShare']['input']['body']['via']>;

export interface EventClient {
  /** Events that were added and not acknowledged yet. */
  readonly pending: number;
  add(event: ReaderEvent): void;
  flush(): Promise<void>;
  /** For the end of a page: everything that is pending goes out with it. */
  leave(): void;
}

export interface EventClientOptions {
  /** Origin of the installation; the empty string in a page of its own. */
  readonly baseUrl: string;
  readonly token?: string;
  /** How long events are gathered before they are sent, in milliseconds; 5,000 by default. */
  readonly everyMs?: number;
  readonly fetch?: typeof fetch;
  readonly onRefused?: (event: ReaderEvent, why: { readonly code: string; readonly message: string }) => void;
}

interface Answer {
  readonly refused: readonly { readonly index: number; readonly code: string; readonly message: string }[];
}

interface BeaconScope {
  readonly navigator?: { sendBeacon?(url: string, body: Blob): boolean };
}
