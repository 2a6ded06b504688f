import { Agent, request } from 'node:http';

/**
 * Whoever asks, in a process of its own: requests leave at fixed moments whatever became of those before, and how long one
 * took is counted from the moment at which it should have left. A server that stands still is not asked less.
 *
 * Gets `{ url, path, tokens, perSecond, seconds }` and answers with `{ latencies, refusals }`.
 */
process.on('message', async order => process.send?.(await run(order as LoadOrder)));
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

async function run(order: LoadOrder): Promise<LoadResult> {
  const { perSecond, seconds, tokens } = order;
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_SOCKETS });
  const total = Math.round(perSecond * seconds);
  const answers: Promise<number | string>[] = [];
  const start = performance.now() + 20;
  const due = (number: number) => start + (number * 1_000) / perSecond;
  await new Promise<void>(resolve => {
    const tick = () => {
      const now = performance.now();
      while (answers.length < total && due(answers.length) <= now) {
        const number = answers.length;
        answers.push(ask(agent, order, tokens[number % Math.max(1, tokens.length)], due(number)));
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

/** Milliseconds from the moment it was due to the last byte; what came instead when it was not a page. */
function ask(agent: Agent, { url, path }: LoadOrder, token: string | undefined, due: number) {
  return new Promise<number | string>(resolve => {
    const headers = {
      'accept-encoding': 'gzip, deflate, br',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    const asked = request(`${url}${path}`, { agent, headers }, response => {
      response.resume();
      response.on('end', () =>
        resolve(response.statusCode === 200 ? performance.now() - due : String(response.statusCode)),
      );
      response.on('error', error => resolve(error.message));
    });
    asked.on('error', error => resolve(error.message));
    asked.end();
  });
}

const MOST_SOCKETS = 200;

export interface LoadOrder {
  readonly url: string;
  readonly path: string;
  /** One after the other, again and again; nobody's when there is none. */
  readonly tokens: readonly string[];
  readonly perSecond: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly latencies: number[];
  readonly refusals: string[];
}
