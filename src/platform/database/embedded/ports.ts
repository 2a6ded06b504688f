import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Random } from '../../../lib/random.ts';
import { EngineFailed } from './errors.ts';

/**
 * A port of loopback that nobody listens on now; the caller must be ready to lose it to somebody faster.
 * Taken from below the range that systems give to outgoing connections: after a crash PostgreSQL comes back on
 * the same port, and no outgoing connection can have been put there meanwhile.
 */
export async function freePort(random: Random): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const port = LOWEST + Math.floor(random.fraction() * (HIGHEST - LOWEST));
    if (await isFree(port)) return port;
  }
  throw new EngineFailed(`No free port was found between ${LOWEST} and ${HIGHEST} on 127.0.0.1.`);
}

const LOWEST = 20_000;
const HIGHEST = 32_000;

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
