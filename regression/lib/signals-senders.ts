import type { ReaderEvent as Item } from '../../src/client/index.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { SignalEvent } from '../../src/signals/rules/event.ts';
import { itemOf } from '../../world/drive/item.ts';
import { newsOf } from '../../world/drive/news.ts';
import { readersOf } from '../../world/readers/readers.ts';
import type { Reader, SeededInstallation } from './signals-installation.ts';
import type { SignalsTruth } from './signals-truth.ts';

/** Simulated readers, some with accounts, whose batches arrive twice, late and out of order. */
export class SignalsSenders {
  readonly #urls: readonly string[];
  readonly #truth: SignalsTruth;
  readonly #furnished: SeededInstallation;
  readonly #waiting: Batch[] = [];
  #round = 0;
  repeated = 0;
  /** Batches sent again after no response or one that asked to retry. */
  retried = 0;

  constructor(urls: readonly string[], truth: SignalsTruth, furnished: SeededInstallation) {
    this.#urls = urls;
    this.#truth = truth;
    this.#furnished = furnished;
  }

  /** Sends until the signal, and then the remaining batches. */
  async run(stop: AbortSignal): Promise<void> {
    await Promise.all(Array.from({ length: LANES }, () => this.#lane(stop)));
  }

  async #lane(stop: AbortSignal): Promise<void> {
    for (;;) {
      if (this.#waiting.length === 0) {
        if (stop.aborted) return;
        this.#fill();
      }
      // A random one of the next few, so that order is not kept.
      const [batch] = this.#waiting.splice(
        Math.floor(Math.random() * Math.min(WINDOW, this.#waiting.length)),
        1,
      );
      if (!batch) continue;
      await this.#untilTaken(batch);
      if (Math.random() < REPEATED) {
        this.repeated++;
        await this.#untilTaken(batch);
      }
      await systemClock.sleep(PAUSE_MS);
    }
  }

  /** A minute of readers. Readers with accounts send their own events, the forwarder sends all others. */
  #fill(): void {
    const { articles, readers, forwarder } = this.#furnished;
    const from = systemClock.now();
    const news = newsOf(articles, from);
    const bySender = new Map<Reader, Item[]>();
    for (const { event } of readersOf(news, {
      seed: ++this.#round,
      readers: 3_000,
      rate: 8,
      from,
      until: from + 60_000,
    })) {
      if (event.userId?.startsWith('author-')) continue;
      const index = Number(event.userId?.slice('user-'.length) ?? Number.NaN);
      const reader = Number.isNaN(index) ? undefined : readers[index % readers.length];
      const { from: stated, ...plain } = itemOf(inRound(this.#round, event));
      const items = reader
        ? [plain, ...feedbackOn(plain)]
        : [{ ...plain, ...(stated ? { from: stated } : {}) }];
      for (const item of items) this.#truth.note(item, reader?.userId ?? null);
      const own = bySender.get(reader ?? forwarder) ?? [];
      bySender.set(reader ?? forwarder, own);
      own.push(...items);
    }
    for (const [sender, items] of bySender)
      for (let at = 0; at < items.length; at += MAX_BATCH)
        this.#waiting.push({ sender, items: items.slice(at, at + MAX_BATCH) });
  }

  async #untilTaken({ sender, items }: Batch): Promise<void> {
    for (let attempt = Math.floor(Math.random() * this.#urls.length); ; attempt++) {
      const response = await fetch(`${this.#urls[attempt % this.#urls.length]}/api/v1/events`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${sender.token}`,
          'user-agent': 'Mozilla/5.0 (regression)',
        },
        body: JSON.stringify({ events: items }),
        signal: AbortSignal.timeout(20_000),
      }).catch(() => null);
      const answer = response?.status === 202 ? await response.json().catch(() => null) : null;
      if (answer !== null) {
        const { refused } = answer as { refused: unknown[] };
        if (refused.length > 0) throw new Error(`events were refused: ${JSON.stringify(refused[0])}`);
        return;
      }
      if (response && response.status < 500) throw new Error(`a batch got ${response.status}`);
      this.retried++;
      await systemClock.sleep(100);
    }
  }
}

/**
 * Names of visits are made of times. Two rounds whose times differ by whole seconds would use the same ones, and of two
 * shares with one id only one counts.
 */
function inRound(round: number, event: SignalEvent): SignalEvent {
  return { ...event, id: `${round} ${event.id}`, visitId: `${round} ${event.visitId}` };
}

/** One read in ten adds feedback. */
function feedbackOn(item: Item): Item[] {
  if (item.kind !== 'read' || item.visit.charCodeAt(0) % 10 !== 0) return [];
  return [{ kind: 'feedback', article: item.article, say: 'save', id: item.visit }];
}

const LANES = 6;
const WINDOW = 30;
const REPEATED = 0.2;
const PAUSE_MS = 20;
const MAX_BATCH = 60;

interface Batch {
  readonly sender: Reader;
  readonly items: readonly Item[];
}
