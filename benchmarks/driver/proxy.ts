import { connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy to the server that can be cut: while it is cut, connections break and it refuses new ones. */
export async function createProxy(port: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const server = createServer(near => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [[near, far] as const, [far, near] as const]) {
      sockets.add(from);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      // The handler of 'close' cleans up.
      from.on('error', () => undefined);
      from.pipe(to);
    }
  });
  const own = await listen(server, 0);
  const cut = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return { port: own, cut, mend: async () => void (await listen(server, own)) };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

export interface Proxy {
  readonly port: number;
  cut(): Promise<void>;
  mend(): Promise<void>;
}
