import { checkRateLimit } from '../arguments.ts';
import type { RateLimits } from '../port.ts';
import { RATE_WINDOW_BYTES, RateWindow, SLOTS } from '../rate-window.ts';
import type { Space } from './space.ts';

export function createRateLimits(space: Space): RateLimits {
  const shelf = space.shelf<RateWindow>();
  return {
    async take(key, limit) {
      checkRateLimit(limit);
      const now = space.now();
      const name = `${key}@${limit.windowMs}`;
      const window = shelf.get(name)?.value ?? new RateWindow();
      const taken = window.take(now, limit);
      const slotMs = Math.ceil(limit.windowMs / SLOTS);
      // A query stores nothing: otherwise clients could fill the memory without ever taking a unit.
      if (taken.resetMs > 0) shelf.put(name, window, RATE_WINDOW_BYTES, now + limit.windowMs + slotMs);
      return taken;
    },
  };
}
