import { parentPort } from 'node:worker_threads';
import { parseDocument } from './document.ts';
import { NotAFeed } from './feed/index.ts';
import { parsePageArticle } from './page-article.ts';
import type { ParseJob, ParseResult } from './parser-pool.ts';
import { previewFeed, previewPage } from './preview.ts';

/** The worker of `createParserPool`: one document at a time, in order. */
parentPort?.on('message', (job: ParseJob) => {
  parentPort?.postMessage(answer(job));
});

function answer(job: ParseJob): ParseResult {
  try {
    return read(job);
  } catch (error) {
    if (error instanceof NotAFeed)
      return { kind: 'not-a-feed', reason: error.reason, message: error.message };
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

function read(job: ParseJob): ParseResult {
  switch (job.kind) {
    case 'feed':
      return { kind: 'feed', feed: parseDocument(job.bytes, job.context) };
    case 'page':
      return { kind: 'page', page: parsePageArticle(job.bytes, job.context) };
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
