import type { Clock } from '../../lib/clock.ts';
import { createThreadPool } from '../../platform/threads/pool.ts';
import type { KeywordRule } from '../topics/port.ts';
import type { TaxonomyEntry } from '../topics/taxonomy/entry.ts';
import type { ArticleToDescribe, Description } from './describe.ts';

/** Threads that describe articles. Each holds the model of topics, so there are as many as the machine can use. */
export function createDescribers({ threads, clock, labeller }: DescriberOptions): Describers {
  const pool = createThreadPool<DescribingJob, DescribingResult>({
    module: new URL('./describe-worker.ts', import.meta.url),
    data: labeller,
    threads,
    clock,
    timeoutMs: 60_000,
    memoryMb: 1_024,
  });
  const running = new Set<Promise<unknown>>();
  /** In pieces, so that one batch is shared by all threads. */
  const describeAll = async (articles: readonly ArticleToDescribe[]) => {
    const pieces: Promise<DescribingResult>[] = [];
    for (let at = 0; at < articles.length; at += ARTICLES_A_JOB)
      pieces.push(pool.run(articles.slice(at, at + ARTICLES_A_JOB)));
    return (await Promise.all(pieces)).flat();
  };
  return {
    describe: articles => {
      const answer = describeAll(articles);
      const settled = answer.catch(() => undefined).finally(() => running.delete(settled));
      running.add(settled);
      return answer;
    },
    idle: async () => {
      await Promise.all(running);
    },
    close: pool.close,
  };
}

const ARTICLES_A_JOB = 25;

export interface Describers {
  /** One description for each, in their order. */
  describe(articles: readonly ArticleToDescribe[]): Promise<Description[]>;
  /** Resolves when everything that was asked before the call is answered. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export interface DescriberOptions {
  readonly threads: number;
  readonly clock: Clock;
  /** Null when another classifier gives the labels. */
  readonly labeller: LabellerData | null;
}

/** What operators can change about topics. */
export interface LabellerData {
  readonly taxonomy: readonly TaxonomyEntry[];
  readonly rules: readonly KeywordRule[];
}

export type DescribingJob = readonly ArticleToDescribe[];
export type DescribingResult = Description[];
