import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface RedisForBenchmarks {
  readonly port: number;
  readonly version: string;
  stop(): Promise<void>;
}

/** A Redis that has every acknowledged write on disk, like PostgreSQL; or the reason why it is missing. */
export async function startRedis(): Promise<RedisForBenchmarks | { missing: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'broadsheet-bench-redis-'));
  const port = await freePort();
  const settings = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, '--save', ''];
  const durability = ['--appendonly', 'yes', '--appendfsync', 'always'];
  const server = spawn('redis-server', [...settings, ...durability], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise<string>(resolve => {
    server.once('error', error => resolve(`redis-server could not be started (${error.message})`));
    server.once('exit', status => resolve(`redis-server ended with status ${status}`));
  });
  const stop = async () => {
    if (server.exitCode === null && server.kill('SIGTERM')) await ended;
    await rm(folder, { recursive: true, force: true });
  };
  let version = '';
  const ready = new Promise<null>(resolve => {
    createInterface({ input: server.stdout }).on('line', line => {
      version ||= /version=([\d.]+)/.exec(line)?.[1] ?? '';
      if (line.includes('Ready to accept connections')) resolve(null);
    });
  });
  const missing = await Promise.race([ready, ended]);
  if (missing === null) return { port, version, stop };
  await stop();
  return { missing };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
