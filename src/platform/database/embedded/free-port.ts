import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Random } from '../../../lib/random.ts';
import { EngineFailed } from './errors.ts';

/**
 * A free port on loopback; another process may take it before the caller does. It is below the range that systems
 * use for outgoing connections: after a crash PostgreSQL returns to the same port, and no outgoing connection can have
 * taken it meanwhile.
 */
export async function findFreePort(random: Random): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const port = MIN_PORT + Math.floor(random.fraction() * (MAX_PORT - MIN_PORT));
    if (await isFree(port)) return port;
  }
  throw new EngineFailed(`No free port was found between ${MIN_PORT} and ${MAX_PORT} on 127.0.0.1.`);
}

const MIN_PORT = 20_000;
const MAX_PORT = 32_000;

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    probe.listen({ port, host: '127.0.0.1', exclusive: true });
    await once(probe, 'listening');
    probe.close();
    await once(probe, 'close');
    return true;
  } catch {
    return false;
  }
}
