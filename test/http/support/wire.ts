import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { atEnd } from '../../harness/cleanup.ts';
import { type TestProgram, testProgram } from '../../harness/program.ts';

/** The whole program, with a wire to its database that a test can cut, hold still and mend. */
export async function programOnAWire(settings: Record<string, string> = {}): Promise<ProgramOnAWire> {
  let wire: Wire | undefined;
  const under = await testProgram({
    settings,
    wire: async databaseUrl => {
      wire = await createWire(new URL(databaseUrl));
      return wire.url;
    },
  });
  if (!wire) throw new Error('the program did not ask for its wire');
  return { ...under, wire };
}

async function createWire(target: URL): Promise<Wire> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let up = true;
  let still = false;
  const server = createServer(near => {
    if (!up) return void near.resetAndDestroy();
    const far = connect(Number(target.port), target.hostname);
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', chunk => void (still || to.write(chunk)));
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
      up = false;
      breakAll();
    },
    hold: () => {
      still = true;
    },
    mend: () => {
      up = true;
      still = false;
      breakAll();
    },
  };
}

export interface ProgramOnAWire extends TestProgram {
  readonly wire: Wire;
}

export interface Wire {
  readonly url: string;
  /** Breaks every connection and refuses new ones. */
  cut(): void;
  /** Leaves every connection open and carries nothing. */
  hold(): void;
  mend(): void;
}
