import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { ABSENT_FIELDS, type NewArticle } from '../../src/model/article.ts';
import { newArticleOf, worldArticles } from '../../src/stories/articles.testing.ts';

export const CORPUS = {
  name: 'texts of December 2020 when BROADSHEET_DATA is set, otherwise the demo world',
  size: '20,000 articles; windows of 100,000 and 1,000,000 made-up ones',
};

/** Articles with the name of their source instead of its id, in order of publication. */
export async function readCorpus(count: number, now: number): Promise<CorpusArticle[]> {
  const data = process.env['BROADSHEET_DATA'];
  return data === undefined ? fromWorld(count, now) : fromNews(data, count, now);
}

function fromWorld(count: number, now: number): CorpusArticle[] {
  return worldArticles({ before: now, count }).map(({ article }) => ({
    source: article.publisher.name,
    article: newArticleOf(article, ''),
  }));
}

async function fromNews(data: string, count: number, now: number): Promise<CorpusArticle[]> {
  const file = createReadStream(path.join(data, 'streams/newsapi_2020-12_articles.jsonl.gz'));
  const read: NewsLine[] = [];
  for await (const line of createInterface({ input: file.pipe(createGunzip()) })) {
    const found = JSON.parse(line) as NewsLine;
    if (found.title) read.push(found);
    if (read.length === count) break;
  }
  file.destroy();
  const times = read.map(({ publishedAt }) => Date.parse(publishedAt)).filter(Number.isFinite);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  // Shifted into the last days, so that none is older than the window.
  const moved = (at: number) => now - ((last - at) / Math.max(1, last - first)) * 5 * 86_400_000;
  return read.map(line => ({
    source: line.source,
    article: articleOf(line, moved(Date.parse(line.publishedAt))),
  }));
}

function articleOf({ title, description, content, url }: NewsLine, publishedAt: number): NewArticle {
  const bodyText = (content ?? '').replace(/\[\+\d+ chars\]$/u, '');
  return {
    ...ABSENT_FIELDS,
    sourceId: '',
    origin: 'api',
    url,
    title,
    summary: description ?? '',
    bodyHtml: '',
    bodyText,
    hasOwnDate: true,
    publishedAt: new Date(Number.isFinite(publishedAt) ? publishedAt : 0),
    wordCount: bodyText.split(/\s+/u).length,
  };
}

interface NewsLine {
  readonly title: string;
  readonly description: string | null;
  readonly content: string | null;
  readonly url: string;
  readonly source: string;
  readonly publishedAt: string;
}

export interface CorpusArticle {
  readonly source: string;
  readonly article: NewArticle;
}
