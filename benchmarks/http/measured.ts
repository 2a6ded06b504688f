import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { type Series, series } from '../harness/statistics.ts';
import { type Share, sharesOf } from './profile.ts';

/** A server in a process of its own, which answers questions about itself (`questions.ts`). */
export async function startMeasured<Name extends string>(
  name: Name,
  { before = [], program, given, data }: StartOptions,
): Promise<MeasuredServer<Name>> {
  // Log lines go to a real file: writing them is part of what logging costs.
  const file = join(data, `${name}.log`);
  const log = await open(file, 'w');
  const [command = '', ...rest] = [...before, process.execPath, program, name, ...given];
  const child = spawn(command, rest, { stdio: ['ignore', 'ignore', log.fd, 'ipc'] });
  const exited = once(child, 'exit');
  const gone = exited.then(async () => {
    throw new Error(`the server ${name} ended: ${(await readFile(file, 'utf8')).slice(-4_000)}`);
  });
  // Once it has started, its end is awaited by whoever ends it.
  gone.catch(() => undefined);
  const [message] = await Promise.race([once(child, 'message'), gone]);
  await log.close();
  return { name, process: child, port: message.port, exited, rounds: [] };
}

export async function stopMeasured(servers: readonly MeasuredServer[]): Promise<void> {
  for (const { process: child } of servers) child.kill();
  await Promise.all(servers.map(({ exited }) => exited));
}

/**
 * Until V8 has compiled the whole way of a request for good. That takes so many requests rather than so much time:
 * ours has more to compile, and on a busy machine seconds were over before it was compiled. A quick run compares what
 * has been compiled in a quarter of that.
 */
export async function warmUp(
  { quick }: { readonly quick: boolean },
  server: MeasuredServer,
  sent: SentTo,
  most = 100_000,
): Promise<void> {
  const [requests, seconds] = quick ? [most / 4, 2] : [most, 8];
  let left = requests;
  for (let second = 0; left > 0 && second < seconds; second++)
    left -= (await load(server, sent(server), 1)).requests;
}

/**
 * Many short rounds rather than a few long ones, each second one in the opposite order: what else the machine does
 * in a second falls on neighbours alike, and the ratios are those of neighbours.
 */
export async function takeTurns(
  { quick }: { readonly quick: boolean },
  servers: readonly MeasuredServer[],
  sent: SentTo,
): Promise<void> {
  for (let round = 0; round < (quick ? 5 : 31); round++)
    for (const server of round % 2 === 0 ? servers : servers.toReversed())
      server.rounds.push(await load(server, sent(server), ROUND_SECONDS));
}

const ROUND_SECONDS = 0.5;

export async function load(server: MeasuredServer, sent: Sent, seconds: number): Promise<Round> {
  const { path, ...options } = sent;
  const before = await cpuOf(server);
  const result = await autocannon({
    connections: 50,
    ...options,
    url: `http://127.0.0.1:${server.port}${path}`,
    duration: seconds,
  });
  const cpu = (await cpuOf(server)) - before;
  const requests = result.requests.total;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${server.name}: ${result.non2xx} refusals, ${result.errors} errors`);
  return { requests, rate: requests / result.duration, cpuMicros: cpu / requests, p99Ms: result.latency.p99 };
}

/** After the rounds: being looked at makes a server slower. */
export async function profile(server: MeasuredServer, sent: Sent): Promise<Share[]> {
  await ask(server, 'start profile');
  await load(server, sent, PROFILE_SECONDS);
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

export function rates(server: MeasuredServer): Series {
  return series(server.rounds.map(round => round.rate));
}

/** CPU time of the server for one request, in microseconds. */
export function cpu(server: MeasuredServer): Series {
  return series(server.rounds.map(round => round.cpuMicros));
}

export interface StartOptions {
  /** What stands before the command: the cores that it may use. */
  readonly before?: readonly string[];
  readonly program: string;
  /** Arguments after the server's name. */
  readonly given: readonly string[];
  readonly data: string;
}

export interface Sent {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly connections?: number;
  /** Requests a second at most; as many as there can be without it. */
  readonly overallRate?: number;
}

export type SentTo = (server: MeasuredServer) => Sent;

export interface MeasuredServer<Name extends string = string> {
  readonly name: Name;
  readonly process: ChildProcess;
  readonly port: number;
  readonly exited: Promise<unknown>;
  readonly rounds: Round[];
}

export interface Round {
  readonly requests: number;
  readonly rate: number;
  readonly cpuMicros: number;
  readonly p99Ms: number;
}
