import type { Keys } from '../../lib/keys.ts';
import type { Sender } from '../../model/signal.ts';

/**
 * EVT-2: who is not signed in counts by an id that says nothing about them and is another one tomorrow: nobody is
 * followed from day to day, nothing is kept in the browser, and without the installation's secret nobody can try
 * addresses until one fits. People behind one address with one browser are one visitor.
 */
export function createVisitorIds(keys: Keys): VisitorIdOf {
  let day = '';
  let dayEndsAt = 0;
  const known = new Map<string, string>();
  return ({ address, userAgent }, at) => {
    if (at >= dayEndsAt || at < dayEndsAt - DAY_MS) {
      // Who was who yesterday is not kept a moment longer.
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
/** Of those who came last, so that a busy reader is hashed once; some 10 MB. */
const MAX_CACHED = 30_000;

export type VisitorIdOf = (sender: Pick<Sender, 'address' | 'userAgent'>, at: number) => string;
