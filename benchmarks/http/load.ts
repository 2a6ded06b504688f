import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { type Share, sharesOf } from './profile.ts';
import { PEERS, type ServerName } from './variants.ts';

/** What needs no credential is not sent one: a credential that is shown is always looked at. */
const OPEN: readonly ServerName[] = [...(Object.keys(PEERS) as ServerName[]), 'stripped'];

export async function startServer(
  name: ServerName,
  before: readonly string[],
  databaseUrl: string,
  data: string,
): Promise<MeasuredServer> {
  // Log lines go to a real file: writing them is part of what logging costs.
  const log = await open(join(data, `${name}.log`), 'w');
  const program = join(import.meta.dirname, 'server.ts');
  const [command = '', ...rest] = [...before, process.execPath, program, name, databaseUrl, data];
  const child = spawn(command, rest, { stdio: ['ignore', 'ignore', log.fd, 'ipc'] });
  const exited = once(child, 'exit');
  const [message] = await once(child, 'message');
  await log.close();
  return { name, process: child, port: message.port, exited, rounds: [] };
}

/**
 * Until V8 has compiled the whole way of a request for good. That takes so many requests rather than so much time:
 * ours has more to compile, and on a busy machine seconds were over before it was compiled.
 */
export async function warmUp(server: MeasuredServer, token: string): Promise<void> {
  let left = WARM_UP_REQUESTS;
  for (let second = 0; left > 0 && second < WARM_UP_SECONDS; second++)
    left -= (await load(server, token, 1)).requests;
}

const WARM_UP_REQUESTS = 100_000;
const WARM_UP_SECONDS = 8;

export async function load(server: MeasuredServer, token: string, seconds: number): Promise<Round> {
  const before = await cpuOf(server);
  const result = await autocannon({
    url: `http://127.0.0.1:${server.port}/api/v1/bench/0190e1a2-0000-7000-8000-000000000001?limit=10`,
    headers: OPEN.includes(server.name) ? {} : { authorization: `Bearer ${token}` },
    connections: 50,
    duration: seconds,
  });
  const cpu = (await cpuOf(server)) - before;
  const requests = result.requests.total;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${server.name}: ${result.non2xx} refusals, ${result.errors} errors`);
  return { requests, rate: requests / result.duration, cpuMicros: cpu / requests, p99Ms: result.latency.p99 };
}

/** After the rounds: being looked at makes a server slower. */
export async function profile(server: MeasuredServer, token: string): Promise<Share[]> {
  await ask(server, 'start profile');
  await load(server, token, PROFILE_SECONDS);
  return sharesOf((await ask(server, 'profile')).profile);
}

const PROFILE_SECONDS = 4;

async function cpuOf(server: MeasuredServer): Promise<number> {
  const { cpu } = await ask(server, 'cpu');
  return cpu.user + cpu.system;
}

async function ask({ process: child }: MeasuredServer, question: string) {
  child.send(question);
  const [answer] = await once(child, 'message');
  return answer;
}

export interface MeasuredServer {
  readonly name: ServerName;
  readonly process: ChildProcess;
  readonly port: number;
  readonly exited: Promise<unknown>;
  readonly rounds: Round[];
}

interface Round {
  readonly requests: number;
  readonly rate: number;
  readonly cpuMicros: number;
  readonly p99Ms: number;
}
