import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { systemClock } from '../../src/lib/clock.ts';

/**
 * A way to a server that can lose its connections without telling anybody: from then on their ends stay open and
 * nothing passes, as behind a firewall that has forgotten them. New connections pass, after `openingMs`.
 */
export async function startSilentProxy(target: string, openingMs = 0, listenOn = 0): Promise<SilentProxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer(async inner => {
    if (openingMs > 0) await systemClock.sleep(openingMs);
    const outer = connect(Number(port), hostname);
    const pair = [inner, outer] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [outer, inner] as const]) {
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => pairs.delete(pair));
    }
  });
  server.listen(listenOn, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    forget: () => {
      for (const [inner, outer] of pairs) {
        inner.unpipe(outer);
        outer.unpipe(inner);
        // What comes is taken and thrown away: the sender's system sees nothing amiss.
        inner.removeAllListeners('end').resume();
        outer.removeAllListeners('end').resume();
      }
      const count = pairs.size;
      forgotten.push(...pairs);
      pairs.clear();
      return count;
    },
    stop: async () => {
      for (const pair of [...pairs, ...forgotten]) for (const socket of pair) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const forgotten: (readonly [Socket, Socket])[] = [];

export interface SilentProxy {
  readonly url: string;
  /** How many connections it has lost. */
  forget(): number;
  stop(): Promise<void>;
}
