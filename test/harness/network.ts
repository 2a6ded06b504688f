import { connect, createServer, type Socket } from 'node:net';
import { atEnd } from './cleanup.ts';

/**
 * A proxy to a site that can be cut, as when a phone loses its network. The browser's offline mode affects
 * pages only, not their service workers.
 */
export async function startNetworkProxy(site: string): Promise<NetworkProxy> {
  const target = new URL(site);
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer(client => {
    if (isCut) return void client.destroy();
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  });
  const cut = () => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  const mend = () => {
    isCut = false;
  };
  await new Promise<void>(resolve => server.listen(0, target.hostname, resolve));
  atEnd(() => {
    cut();
    return new Promise<void>(resolve => server.close(() => resolve()));
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://${target.hostname}:${port}`, cut, restore: mend };
}

export interface NetworkProxy {
  readonly url: string;
  cut(): void;
  restore(): void;
}
