import type { NotCounted, ReaderEvent, Sent } from './types.ts';

/**
 * Determines for each event, in the order of arrival, whether it must count. It is a simple reference, independent of
 * the product's rules, which are tested against it: RULE-1 for views, one per share and read (EVT-2), none for machines.
 */
export class Arrivals {
  readonly #ids = new Map<string, number>();
  readonly #decided = new Map<string, number>();
  readonly #viewed = new Map<string, number>();
  #sweptAt = 0;

  arrive({ event, thing, reader, isOwn }: Sent): ReaderEvent {
    if (event.at - this.#sweptAt > HOUR) this.#sweep(event.at);
    const not = reader === null ? 'machine' : this.#whyNot(event, thing, isOwn);
    return { event, truth: { thing, not, reader } };
  }

  #whyNot(event: Sent['event'], thing: string, isOwn: boolean): NotCounted | null {
    if (isOwn && event.kind !== 'share') return 'own';
    if (this.#ids.has(event.id)) return 'retry';
    this.#ids.set(event.id, event.at);
    const isView = event.kind === 'view';
    if (isView && event.attentionSeconds < 10) return 'too short';
    const wasDecided = this.#decided.has(thing);
    this.#decided.set(thing, event.at);
    if (wasDecided) return isView ? 'heartbeat' : 'double tap';
    return isView && this.#isRepeat(event) ? 'repeat' : null;
  }

  #isRepeat({ visitorId, articleId, at }: Sent['event']): boolean {
    const pair = `${visitorId} ${articleId}`;
    const viewedAt = this.#viewed.get(pair);
    if (viewedAt !== undefined && at - viewedAt < HOUR / 2) return true;
    this.#viewed.set(pair, at);
    return false;
  }

  /** Longer than the time between the first and the last event of a visit. */
  #sweep(now: number): void {
    this.#sweptAt = now;
    for (const map of [this.#ids, this.#decided, this.#viewed]) {
      for (const [key, at] of map) if (now - at > HOUR) map.delete(key);
    }
  }
}

const HOUR = 3_600_000;
