import { NONE, type TextSlots } from './text-slots.ts';

/**
 * Texts by the hour of their last storage. Expiring an hour costs only its own texts. A text that was stored again
 * moves to its new hour when the old one expires.
 */
export class Expiry {
  readonly #slots: TextSlots;
  readonly #firstOfHour = new Map<number, number>();
  #oldestHour = Number.POSITIVE_INFINITY;

  constructor(slots: TextSlots) {
    this.#slots = slots;
  }

  file(slot: number): void {
    const hour = Math.floor((this.#slots.lastAt[slot] ?? 0) / HOUR);
    this.#slots.nextOfHour[slot] = this.#firstOfHour.get(hour) ?? NONE;
    this.#firstOfHour.set(hour, slot);
    this.#oldestHour = Math.min(this.#oldestHour, hour);
  }

  /** Calls `forget` with each text whose last hour ended before `time`. */
  before(time: number, forget: (slot: number) => void): void {
    const endOfTime = Math.floor(time / HOUR);
    if (this.#oldestHour >= endOfTime) return;
    const over = [...this.#firstOfHour.keys()].filter(hour => hour < endOfTime);
    this.#oldestHour = endOfTime;
    for (const hour of over) this.#close(hour, endOfTime, forget);
  }

  #close(hour: number, endOfTime: number, forget: (slot: number) => void): void {
    let slot = this.#firstOfHour.get(hour) ?? NONE;
    this.#firstOfHour.delete(hour);
    while (slot !== NONE) {
      const next = this.#slots.nextOfHour[slot] ?? NONE;
      if ((this.#slots.lastAt[slot] ?? 0) >= endOfTime * HOUR) this.file(slot);
      else forget(slot);
      slot = next;
    }
  }
}

const HOUR = 3_600_000;
