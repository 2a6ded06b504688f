import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that is free now, for a process that has to restart on the same port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('the system assigned no port');
  return address.port;
}
