import type { Clock } from '../../lib/clock.ts';
import { createThreadPool, type OnThreadCrash } from '../../platform/threads/pool.ts';
import type { KeywordRule } from '../topics/port.ts';
import type { TaxonomyEntry } from '../topics/taxonomy/entry.ts';
import type { ArticleDescription, ArticleToDescribe } from './describe.ts';

/**
 * Worker threads that describe articles. Each loads the topic model, so there should be no more than the machine can
 * use.
 */
export function createDescriberPool(options: DescriberPoolOptions): DescriberPool {
  const { threads, clock, labeller, onCrash, onLabelled } = options;
  const pool = createThreadPool<DescribeJob, DescribeResult>({
    module: new URL('./describe-worker.ts', import.meta.url),
    data: labeller,
    threads,
    clock,
    timeoutMs: 60_000,
    memoryMb: 1_024,
    onCrash,
  });
  const running = new Set<Promise<unknown>>();
  /** Split into jobs, so that all threads share one batch. */
  const describeAll = async (articles: readonly ArticleToDescribe[]) => {
    const jobs: Promise<DescribeResult>[] = [];
    for (let at = 0; at < articles.length; at += ARTICLES_PER_JOB)
      jobs.push(pool.run(articles.slice(at, at + ARTICLES_PER_JOB)));
    const results = await Promise.all(jobs);
    for (const seconds of results.flatMap(({ labelSeconds }) => labelSeconds)) onLabelled?.(seconds);
    return results.flatMap(({ descriptions }) => descriptions);
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

const ARTICLES_PER_JOB = 25;

export interface DescriberPool {
  /** One description for each article, in the same order. */
  describe(articles: readonly ArticleToDescribe[]): Promise<ArticleDescription[]>;
  /** Resolves when all jobs submitted before the call are done. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export interface DescriberPoolOptions {
  readonly threads: number;
  readonly clock: Clock;
  /** Null when an external classifier labels articles. */
  readonly labeller: LabellerData | null;
  readonly onCrash?: OnThreadCrash;
  /** Called with the time that the labels of each article took. */
  readonly onLabelled?: (seconds: number) => void;
}

/** What operators can change about labelling. */
export interface LabellerData {
  readonly taxonomy: readonly TaxonomyEntry[];
  readonly rules: readonly KeywordRule[];
}

export type DescribeJob = readonly ArticleToDescribe[];
export interface DescribeResult {
  readonly descriptions: readonly ArticleDescription[];
  /** Of each article; empty without a labeller. */
  readonly labelSeconds: readonly number[];
}
