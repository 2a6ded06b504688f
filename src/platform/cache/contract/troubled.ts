import type { SharedCache } from '../port.ts';

export type Trouble = 'none' | 'fails' | 'hangs';

/** A real store behind a connection that can be cut (every call fails) or stopped (no call ends). */
export function troubled<S extends SharedCache>(inner: S): TroubledStore<S> {
  const state: TroubledStore<S> = {
    inner,
    trouble: 'none',
    asked: 0,
    cache: {
      ...guarded(inner),
      sorted: guarded(inner.sorted),
      locks: guarded(inner.locks),
      presence: guarded(inner.presence),
      channels: guarded(inner.channels),
    },
  };
  return state;

  function guarded<T extends object>(part: T): T {
    return new Proxy(part, {
      get(target, name, receiver) {
        const found: unknown = Reflect.get(target, name, receiver);
        return typeof found === 'function'
          ? (...args: unknown[]) => ask(() => Reflect.apply(found, target, args))
          : found;
      },
    });
  }

  function ask(call: () => unknown): unknown {
    state.asked += 1;
    if (state.trouble === 'fails') return Promise.reject(new Error('connection refused'));
    return state.trouble === 'hangs' ? new Promise(() => undefined) : call();
  }
}

export interface TroubledStore<S> {
  readonly inner: S;
  readonly cache: SharedCache;
  trouble: Trouble;
  /** How many calls came through. */
  asked: number;
}
