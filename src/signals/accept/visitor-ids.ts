import type { Keys } from '../../lib/keys.ts';
import type { Sender } from '../../model/signal.ts';

/**
 * EVT-2: an anonymous visitor gets an id that changes every day and reveals nothing: visitors cannot be followed from day
 * to day, the browser stores nothing, and without the installation's secret an address cannot be found by trying. People
 * with the same address and the same browser are one visitor.
 */
export function createVisitorIds(keys: Keys): VisitorIdOf {
  let day = '';
  let dayEndsAt = 0;
  const known = new Map<string, string>();
  return ({ address, userAgent }, at) => {
    if (at >= dayEndsAt || at < dayEndsAt - DAY_MS) {
      // Yesterday's mapping is dropped at once.
      known.clear();
      day = new Date(at).toISOString().slice(0, 10);
      dayEndsAt = Math.floor(at / DAY_MS) * DAY_MS + DAY_MS;
    }
    const name = `${address}\n${userAgent}`;
    let visitor = known.get(name);
    if (visitor === undefined) {
      if (known.size >= MAX_CACHED) known.clear();
      visitor = keys.sign('visitor', `${day}\n${name}`);
      known.set(name, visitor);
    }
    return visitor;
  };
}

const DAY_MS = 86_400_000;
/** About 10 MB of recent visitors, so that a busy reader is hashed once. */
const MAX_CACHED = 30_000;

export type VisitorIdOf = (sender: Pick<Sender, 'address' | 'userAgent'>, at: number) => string;
