import { parentPort } from 'node:worker_threads';
import { readSource } from './document.ts';
import { NotAFeed } from './feed/index.ts';
import { readPage } from './page-article.ts';
import type { ReadingJob, ReadingResult } from './parser-pool.ts';
import { previewFeed, previewPage } from './preview.ts';

/** The other side of `createReaders`: one document at a time, answered in the order in which they came. */
parentPort?.on('message', (job: ReadingJob) => {
  parentPort?.postMessage(answer(job));
});

function answer(job: ReadingJob): ReadingResult {
  try {
    return read(job);
  } catch (error) {
    if (error instanceof NotAFeed)
      return { kind: 'not-a-feed', reason: error.reason, message: error.message };
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

function read(job: ReadingJob): ReadingResult {
  switch (job.kind) {
    case 'feed':
      return { kind: 'feed', feed: readSource(job.bytes, job.context) };
    case 'page':
      return { kind: 'page', article: readPage(job.bytes, job.context) };
    case 'feed-preview': {
      const { bytes, url, contentType } = job.document;
      return { kind: 'feed-preview', preview: previewFeed(bytes, url, contentType) };
    }
    case 'page-preview': {
      const { bytes, url, contentType } = job.document;
      return { kind: 'page-preview', preview: previewPage(bytes, url, contentType) };
    }
  }
}
