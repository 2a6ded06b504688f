import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { type Series, series } from '../harness/statistics.ts';
import { type Share, sharesOf } from './profile.ts';

/** A server in a separate process, which answers questions about itself (`questions.ts`). */
export async function startMeasured<Name extends string>(
  name: Name,
  { before = [], program, given, data }: StartOptions,
): Promise<MeasuredServer<Name>> {
  // Log lines go to a real file: writing them is part of the cost of logging.
  const file = join(data, `${name}.log`);
  const log = await open(file, 'w');
  const [command = '', ...rest] = [...before, process.execPath, program, name, ...given];
  const child = spawn(command, rest, { stdio: ['ignore', 'ignore', log.fd, 'ipc'] });
  const exited = once(child, 'exit');
  const gone = exited.then(async () => {
    throw new Error(`the server ${name} exited: ${(await readFile(file, 'utf8')).slice(-4_000)}`);
  });
  // After the start, `stopMeasured` waits for its exit.
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
 * Enough requests for V8 to optimise the whole request path. The number of requests matters, not the time: ours has
 * more code to compile, and on a busy machine a time limit ended before that. A quick run sends a quarter of them.
 */
export async function warmUp(
  { quick }: { readonly quick: boolean },
  server: MeasuredServer,
  sent: RequestFor,
  maxRequests = 100_000,
): Promise<void> {
  const [requests, seconds] = quick ? [maxRequests / 4, 2] : [maxRequests, 8];
  let left = requests;
  for (let second = 0; left > 0 && second < seconds; second++)
    left -= (await load(server, sent(server), 1)).requests;
}

/**
 * Many short rounds, every second one in reverse order: other load on the machine then affects adjacent rounds alike,
 * and ratios are those of adjacent rounds.
 */
export async function interleaveRounds(
  { quick }: { readonly quick: boolean },
  servers: readonly MeasuredServer[],
  sent: RequestFor,
): Promise<void> {
  for (let round = 0; round < (quick ? 5 : 31); round++)
    for (const server of round % 2 === 0 ? servers : servers.toReversed())
      server.rounds.push(await load(server, sent(server), ROUND_SECONDS));
}

const ROUND_SECONDS = 0.5;

export async function load(server: MeasuredServer, sent: LoadRequest, seconds: number): Promise<Round> {
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

/** Runs after the rounds, because profiling slows a server down. */
export async function profile(server: MeasuredServer, sent: LoadRequest): Promise<Share[]> {
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

/** CPU time of the server per request, in microseconds. */
export function cpu(server: MeasuredServer): Series {
  return series(server.rounds.map(round => round.cpuMicros));
}

export interface StartOptions {
  /** The prefix of the command, which pins the cores. */
  readonly before?: readonly string[];
  readonly program: string;
  /** Arguments after the server's name. */
  readonly given: readonly string[];
  readonly data: string;
}

export interface LoadRequest {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly connections?: number;
  /** Maximum requests per second; unlimited by default. */
  readonly overallRate?: number;
}

export type RequestFor = (server: MeasuredServer) => LoadRequest;

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
