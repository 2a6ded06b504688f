import { Agent, request } from 'node:http';

/**
 * The load generator in a separate process. It sends requests at fixed times, whatever happened to earlier ones, and
 * measures latency from the scheduled time. A stalled server does not get fewer requests.
 *
 * Receives a `LoadCommand` and answers with `{ latencies, refusals }`.
 */
process.on('message', async command => process.send?.(await run(command as LoadCommand)));
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

async function run(command: LoadCommand): Promise<LoadResult> {
  const { perSecond, seconds } = command;
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  const total = Math.round(perSecond * seconds);
  const answers: Promise<number | string>[] = [];
  const start = performance.now() + 20;
  const due = (number: number) => start + (number * 1_000) / perSecond;
  await new Promise<void>(resolve => {
    const tick = () => {
      const now = performance.now();
      while (answers.length < total && due(answers.length) <= now) {
        const number = answers.length;
        answers.push(sendRequest(agent, command, number, due(number)));
      }
      if (answers.length === total) return resolve();
      setTimeout(tick, Math.max(0, due(answers.length) - performance.now()));
      return undefined;
    };
    tick();
  });
  const took = await Promise.all(answers);
  agent.destroy();
  return {
    latencies: took.filter(each => typeof each === 'number'),
    refusals: took.filter(each => typeof each === 'string'),
  };
}

/** Milliseconds from the scheduled time to the last byte; the failure when the response was not a page. */
function sendRequest(
  agent: Agent,
  { url, paths, tokens, sessions = [] }: LoadCommand,
  number: number,
  due: number,
) {
  return new Promise<number | string>(resolve => {
    const inTurn = (list: readonly string[]) => list[number % Math.max(1, list.length)];
    const [token, session] = [inTurn(tokens), inTurn(sessions)];
    const headers = {
      'accept-encoding': 'gzip, deflate, br',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(session === undefined ? {} : { cookie: `session=${session}` }),
    };
    const outgoing = request(`${url}${inTurn(paths)}`, { agent, headers }, response => {
      response.resume();
      response.on('end', () =>
        resolve(response.statusCode === 200 ? performance.now() - due : String(response.statusCode)),
      );
      response.on('error', error => resolve(error.message));
    });
    outgoing.on('error', error => resolve(error.message));
    outgoing.end();
  });
}

const MAX_SOCKETS = 200;

export interface LoadCommand {
  readonly url: string;
  /** Used in turn. */
  readonly paths: readonly string[];
  /** API tokens, used in turn; requests are anonymous when the list is empty. */
  readonly tokens: readonly string[];
  /** Session cookies, used in turn. */
  readonly sessions?: readonly string[];
  readonly perSecond: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly latencies: number[];
  readonly refusals: string[];
}
