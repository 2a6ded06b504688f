import { Worker } from 'node:worker_threads';
import type { Clock } from '../../lib/clock.ts';
import { pause } from '../../lib/clock.ts';
import type { NewArticle } from '../../model/article.ts';
import { NotAFeed, type NotAFeedReason } from '../parse/feed/index.ts';
import type { ReadFeed } from './feed.ts';
import type { PageReading } from './page.ts';
import type { SourceReading } from './source.ts';

/**
 * PARSE-6: documents are read in worker threads, so that a large one holds up neither requests nor leases.
 *
 *   waiting --> a thread that is idle --> answered
 *                      |-- no answer in time, or the thread died: the document is refused, a new thread takes its place
 */
export function createReaders({ threads, clock, timeoutMs = 15_000 }: ReaderOptions): Readers {
  const waiting: Waiting[] = [];
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  let closed = false;

  const start = (): Worker => {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    // A thread that waits keeps nothing running.
    worker.unref();
    worker.setMaxListeners(0);
    all.add(worker);
    return worker;
  };
  const retire = (worker: Worker) => {
    all.delete(worker);
    void worker.terminate();
  };
  const next = () => {
    if (waiting.length === 0) return;
    const worker = idle.pop() ?? (all.size < threads ? start() : undefined);
    const job = worker && waiting.shift();
    if (worker && job) void handOver(worker, job);
  };
  const handOver = async (worker: Worker, { job, resolve, reject }: Waiting) => {
    const over = new AbortController();
    const late = pause(clock, timeoutMs, over.signal).then(() => null);
    try {
      const result = await Promise.race([ask(worker, job, over.signal), late]);
      if (result === null) throw new Error(`reading the document took more than ${timeoutMs} ms`);
      idle.push(worker);
      resolve(result);
    } catch (error) {
      retire(worker);
      reject(error);
    } finally {
      over.abort();
      next();
    }
  };
  const read = (job: ReadingJob) =>
    new Promise<ReadingResult>((resolve, reject) => {
      if (closed) return reject(new Error('the readers are closed'));
      waiting.push({ job, resolve, reject });
      next();
    });

  return {
    readSource: async (bytes, context) => {
      const result = await read({ kind: 'feed', bytes, context });
      if (result.kind === 'feed') return result.feed;
      throw failureOf(result);
    },
    readPage: async (bytes, context) => {
      const result = await read({ kind: 'page', bytes, context });
      if (result.kind === 'page') return result.article;
      throw failureOf(result);
    },
    close: async () => {
      closed = true;
      for (const { reject } of waiting.splice(0)) reject(new Error('the readers are closed'));
      await Promise.all([...all].map(worker => worker.terminate()));
    },
  };
}

function ask(worker: Worker, job: ReadingJob, over: AbortSignal): Promise<ReadingResult> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('the thread that read the document has ended'));
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', onExit);
    over.addEventListener('abort', () => {
      worker.off('message', resolve);
      worker.off('error', reject);
      worker.off('exit', onExit);
    });
    worker.postMessage(job);
  });
}

function failureOf(result: ReadingResult): Error {
  if (result.kind === 'not-a-feed') return new NotAFeed(result.reason, result.message);
  return new Error(result.kind === 'failed' ? result.message : 'the reader answered something else');
}

export interface Readers {
  /** Rejects with NotAFeed when the document is not what such a source gives. */
  readSource(bytes: Uint8Array, context: SourceReading): Promise<ReadFeed>;
  readPage(bytes: Uint8Array, context: PageReading): Promise<NewArticle>;
  close(): Promise<void>;
}

export interface ReaderOptions {
  readonly threads: number;
  readonly clock: Clock;
  readonly timeoutMs?: number;
}

export type ReadingJob =
  | { readonly kind: 'feed'; readonly bytes: Uint8Array; readonly context: SourceReading }
  | { readonly kind: 'page'; readonly bytes: Uint8Array; readonly context: PageReading };

export type ReadingResult =
  | { readonly kind: 'feed'; readonly feed: ReadFeed }
  | { readonly kind: 'page'; readonly article: NewArticle }
  | { readonly kind: 'not-a-feed'; readonly reason: NotAFeedReason; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };

interface Waiting {
  readonly job: ReadingJob;
  readonly resolve: (result: ReadingResult) => void;
  readonly reject: (error: unknown) => void;
}
