import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { systemClock } from '../../src/lib/clock.ts';

/**
 * A proxy to a server that can drop its connections silently: from then on both ends stay open and
 * no data passes, as behind a firewall that lost its state. New connections open after `openingMs`.
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
        // Reads and discards incoming data, so that the sender's system notices nothing.
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
  /** How many connections it has dropped silently. */
  forget(): number;
  stop(): Promise<void>;
}
