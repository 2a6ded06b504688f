import { readFile } from 'node:fs/promises';
import { discoverArticles } from '../../world/drive/discover.ts';
import { driveReaders } from '../../world/drive/drive.ts';
import { newsOf } from '../../world/drive/news.ts';
import type { DrivenReport } from '../../world/drive/truth.ts';
import { ApiError, type Client, createClient, type ReaderEvent } from '../client/index.ts';
import { configuredOrigin } from '../context.ts';
import type { Invocation } from './command.ts';
import { CommandFailure, UsageError } from './failures.ts';
import { watchSignals } from './signals.ts';

/** `broadsheet world --rate R`: synthetic readers against any installation, over its API. */
export async function driveWorld(
  { settings, clock, signals, terminal }: Invocation,
  options: WorldOptions,
): Promise<number> {
  const numbers = numbersOf(options);
  const baseUrl = options.url ?? configuredOrigin(settings().config);
  const client = createClient({ baseUrl, token: await tokenIn(options['token-file']) });
  const articles = await reached(baseUrl, () => discoverArticles(client, STORIES));
  if (articles.length === 0) throw new CommandFailure(`${baseUrl} has no stories to read`);
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  const unwatch = watchSignals(signals, clock, { onStop: stop, onForce: () => signals.exit(1) });
  try {
    const news = newsOf(articles, clock.now());
    const send = (items: readonly ReaderEvent[]) => sendBatch(client, items);
    const truth = await driveReaders({ ...numbers, news, clock, signal: stopping.signal, send });
    const report = truth.toJSON();
    terminal.out.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : formatReport(report));
    return 0;
  } finally {
    unwatch();
  }
}

/** False for requests that must be sent again. */
async function sendBatch(client: Client, items: readonly ReaderEvent[]): Promise<boolean> {
  try {
    const { refused } = await client.postEvents({ body: { events: [...items] } });
    if (refused.some(({ code }) => code === 'not-allowed'))
      throw new CommandFailure('the token does not allow sending events on behalf of readers', {
        remedy: 'As an operator, create a token with the scope signals:forward on the account page.',
      });
    return true;
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    if (error instanceof ApiError && error.status < 500 && error.status !== 429)
      throw new CommandFailure(`the installation refused the events: ${error.message}`, { cause: error });
    return false;
  }
}

async function reached<T>(url: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const why = error instanceof ApiError ? error.message : 'no answer';
    throw new CommandFailure(`could not load the stories of ${url}: ${why}`, { cause: error });
  }
}

function numbersOf({ rate, seconds = '60', readers = '10000', seed = '1' }: WorldOptions) {
  const faults: string[] = [];
  const read = (name: string, text: string | undefined, min: number, max: number) => {
    const value = Number(text);
    if (text === undefined || !(value >= min && value <= max))
      faults.push(`--${name} takes a number from ${min} to ${max}`);
    return value;
  };
  const numbers = {
    rate: read('rate', rate, 0.01, 100_000),
    seconds: read('seconds', seconds, 1, 604_800),
    readers: Math.floor(read('readers', readers, 1, 10_000_000)),
    seed: Math.floor(read('seed', seed, 0, 2_147_483_647)),
  };
  if (faults.length > 0) throw new UsageError(faults);
  return numbers;
}

async function tokenIn(file: string | undefined): Promise<string> {
  if (file === undefined) throw new UsageError('--token-file is missing: the file with the API token');
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    throw new CommandFailure(`the token could not be read from ${file}`, { cause: error });
  }
}

function formatReport({ sent, articles, notCounted }: DrivenReport): string {
  const sums = { views: 0, reads: 0, shares: 0 };
  for (const { views, reads, shares } of Object.values(articles)) {
    sums.views += views;
    sums.reads += reads;
    sums.shares += shares;
  }
  const others = Object.entries(notCounted).map(([why, times]) => `${times} ${why}`);
  return `${sent} events were sent. ${sums.views} views, ${sums.reads} reads and ${sums.shares} shares of ${Object.keys(articles).length} articles must count; not counted: ${others.join(', ') || 'none'}.\n`;
}

const STORIES = 200;

interface WorldOptions {
  readonly rate: string | undefined;
  readonly url: string | undefined;
  readonly 'token-file': string | undefined;
  readonly seconds: string | undefined;
  readonly readers: string | undefined;
  readonly seed: string | undefined;
  readonly json: boolean;
}
