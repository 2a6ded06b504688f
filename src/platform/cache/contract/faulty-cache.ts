import type { SharedCache } from '../port.ts';

export type CacheFault = 'none' | 'fails' | 'hangs';

/** A real cache behind a connection that can fail every call or leave every call unanswered. */
export function faultyCache<S extends SharedCache>(inner: S): FaultyCache<S> {
  const state: FaultyCache<S> = {
    inner,
    fault: 'none',
    calls: 0,
    cache: {
      ...intercepted(inner),
      sorted: intercepted(inner.sorted),
      locks: intercepted(inner.locks),
      presence: intercepted(inner.presence),
      channels: intercepted(inner.channels),
    },
  };
  return state;

  function intercepted<T extends object>(part: T): T {
    return new Proxy(part, {
      get(target, name, receiver) {
        const found: unknown = Reflect.get(target, name, receiver);
        return typeof found === 'function'
          ? (...args: unknown[]) => call(() => Reflect.apply(found, target, args))
          : found;
      },
    });
  }

  function call(operation: () => unknown): unknown {
    state.calls += 1;
    if (state.fault === 'fails') return Promise.reject(new Error('connection refused'));
    return state.fault === 'hangs' ? new Promise(() => undefined) : operation();
  }
}

export interface FaultyCache<S> {
  readonly inner: S;
  readonly cache: SharedCache;
  fault: CacheFault;
  /** Number of calls so far. */
  calls: number;
}
