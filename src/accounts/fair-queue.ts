import { Problem } from '../errors.ts';

/**
 * Shares a scarce resource fairly. At most `atOnce` jobs run; the others wait:
 *
 *   known devices   their own queue of `reserved` places, which runs first
 *   all others      `waiting` places, shared by networks: each network has a queue, and the networks take turns
 *
 * When the shared places are taken, a network with fewer waiting jobs takes the last place of the network with the most,
 * whose newest job is refused. So a flood from one network delays and displaces only itself.
 */
export function createFairQueue({ atOnce, waiting, reserved }: FairQueueOptions) {
  const known: WaitingJob[] = [];
  /** In the order of their turns. A network without waiting jobs has no entry. */
  const networks = new Map<string, WaitingJob[]>();
  let running = 0;
  let shared = 0;

  return async <T>({ network, isKnown }: QueueTurn, work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++;
    else await new Promise<void>((start, refuse) => enqueue(network, isKnown, { start, refuse }));
    try {
      return await work();
    } finally {
      // The slot is handed over rather than released, so that no newcomer can take it.
      const next = known.shift() ?? nextOfNetworks();
      if (next) next.start();
      else running--;
    }
  };

  function enqueue(network: string, isKnown: boolean, waiter: WaitingJob): void {
    if (isKnown && known.length < reserved) {
      known.push(waiter);
      return;
    }
    const queue = networks.get(network) ?? [];
    if (shared >= waiting && !displace(queue.length)) {
      waiter.refuse(overloaded());
      return;
    }
    queue.push(waiter);
    networks.set(network, queue);
    shared++;
  }

  /** Refuses the newest job of the longest queue, if that is longer than the newcomer's would be. */
  function displace(length: number): boolean {
    let longest: WaitingJob[] = [];
    for (const queue of networks.values()) if (queue.length > longest.length) longest = queue;
    if (longest.length <= length + 1) return false;
    longest.pop()?.refuse(overloaded());
    shared--;
    return true;
  }

  function nextOfNetworks(): WaitingJob | undefined {
    for (const [network, queue] of networks) {
      const next = queue.shift();
      // The network moves behind the others.
      networks.delete(network);
      if (queue.length > 0) networks.set(network, queue);
      shared--;
      return next;
    }
    return undefined;
  }
}

function overloaded(): Problem {
  return new Problem('overloaded', undefined, { retryAfterSeconds: 2 });
}

interface FairQueueOptions {
  readonly atOnce: number;
  readonly waiting: number;
  readonly reserved: number;
}

export interface QueueTurn {
  /** IPv4 /24 or IPv6 /48. */
  readonly network: string;
  /** Whether the device or the place has signed in before, or the person is signed in. */
  readonly isKnown: boolean;
}

interface WaitingJob {
  readonly start: () => void;
  readonly refuse: (problem: Problem) => void;
}
