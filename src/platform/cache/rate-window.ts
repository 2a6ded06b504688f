import type { RateLimit, RateLimitResult } from './port.ts';

/**
 * A sliding window of constant size. Slot s is the time from s to s+1 times a 32nd of the window:
 *
 *      |<--------------- windowMs --------------->|
 *   ...|  s  | s+1 |           ...          |  c  |...
 *         ^ dropped when c reaches s+33        ^ now
 *
 * At a moment in slot c the slots from c-32 on count. Everything taken less than windowMs ago is in one of
 * them, so the sum is never too low and no interval of windowMs admits more than the limit.
 */
export class RateWindow {
  /** Ascending slots with the units taken in each: at most 33, and never more than there were units. */
  #slots: SlotCount[];

  constructor(slots: readonly SlotCount[] = []) {
    this.#slots = [...slots];
  }

  take(now: number, { limit, windowMs, cost = 1 }: RateLimit): RateLimitResult {
    const current = slotOf(now, windowMs);
    this.#slots = this.#slots.filter(({ slot }) => slot >= current - SLOTS);
    const used = this.#slots.reduce((sum, { units }) => sum + units, 0);
    const allowed = used + cost <= limit;
    if (allowed && cost > 0) this.#put(current, cost);
    const freedAt = (slot: number) => Math.ceil(((slot + SLOTS + 1) * windowMs) / SLOTS) - now;
    return {
      allowed,
      remaining: Math.max(0, limit - used - (allowed ? cost : 0)),
      retryAfterMs: allowed ? 0 : this.#fitsAfter(used + cost - limit, freedAt, windowMs),
      resetMs: Math.max(0, ...this.#slots.slice(-1).map(({ slot }) => freedAt(slot))),
    };
  }

  #put(current: number, units: number): void {
    const last = this.#slots.at(-1);
    if (last?.slot === current) last.units += units;
    else this.#slots.push({ slot: current, units });
  }

  #fitsAfter(missing: number, freedAt: (slot: number) => number, windowMs: number): number {
    let freed = 0;
    for (const { slot, units } of this.#slots) {
      freed += units;
      if (freed >= missing) return freedAt(slot);
    }
    // Only a cost above the limit gets here; it will never fit, but the result needs a time.
    return windowMs;
  }
}

export function slotOf(now: number, windowMs: number): number {
  return Math.floor((now * SLOTS) / windowMs);
}

export const SLOTS = 32;
/** Maximum size of a window, for the accounting of memory. */
export const RATE_WINDOW_BYTES = (SLOTS + 1) * 32;

export interface SlotCount {
  readonly slot: number;
  units: number;
}
