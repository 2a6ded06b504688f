import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { atEnd } from '../../harness/cleanup.ts';
import { type TestProgram, type TestProgramOptions, testProgram } from '../../harness/program.ts';

/** The whole program with a proxy to its database that a test can cut, freeze and restore. */
export async function programBehindProxy(
  settings: Record<string, string> = {},
  options: Omit<TestProgramOptions, 'settings' | 'proxyDatabase'> = {},
): Promise<ProgramBehindProxy> {
  let databaseProxy: DatabaseProxy | undefined;
  const site = await testProgram({
    ...options,
    settings,
    proxyDatabase: async databaseUrl => {
      databaseProxy = await createDatabaseProxy(new URL(databaseUrl));
      return databaseProxy.url;
    },
  });
  if (!databaseProxy) throw new Error('the program did not use its database proxy');
  return { ...site, databaseProxy };
}

async function createDatabaseProxy(target: URL): Promise<DatabaseProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isUp = true;
  let isFrozen = false;
  const server = createServer(client => {
    if (!isUp) return void client.resetAndDestroy();
    const upstream = connect(Number(target.port), target.hostname);
    const pair = [client, upstream] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [upstream, client] as const]) {
      from.on('data', chunk => void (isFrozen || to.write(chunk)));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        to.destroy();
        pairs.delete(pair);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const breakAll = () => {
    for (const [near] of pairs) near.resetAndDestroy();
  };
  atEnd(async () => {
    breakAll();
    await new Promise(resolve => server.close(resolve));
  });
  const url = new URL(target.href);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut: () => {
      isUp = false;
      breakAll();
    },
    freeze: () => {
      isFrozen = true;
    },
    restore: () => {
      isUp = true;
      isFrozen = false;
      breakAll();
    },
  };
}

export interface ProgramBehindProxy extends TestProgram {
  readonly databaseProxy: DatabaseProxy;
}

export interface DatabaseProxy {
  readonly url: string;
  /** Breaks every connection and refuses new ones. */
  cut(): void;
  /** Keeps every connection open and passes no data. */
  freeze(): void;
  restore(): void;
}
