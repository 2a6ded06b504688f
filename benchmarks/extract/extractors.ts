import { Readability } from '@mozilla/readability';
import { DefuddleClass } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import { parseHtml } from '../../src/ingest/extract/dom/parse-html.ts';
import { textOf } from '../../src/ingest/extract/dom/text.ts';
import { extractArticle } from '../../src/ingest/extract/index.ts';
import type { Answer } from './score.ts';

export type Extractor = (html: string, url: string) => Answer | null;

export const ours: Extractor = (html, url) => {
  const article = extractArticle(html, { url });
  if (!article) return null;
  const { title, authors, publishedTime, text } = article;
  return { title, byline: authors.join(', '), publishedTime, text };
};

export const readability: Extractor = html => {
  const { document } = parseHTML(html);
  const article = new Readability(document).parse();
  if (!article) return null;
  return {
    title: article.title ?? null,
    byline: article.byline ?? null,
    publishedTime: article.publishedTime ?? null,
    text: textOf(parseHtml(article.content ?? '')),
  };
};

export const defuddle: Extractor = (html, url) => {
  const { document } = parseHTML(html);
  const article = new DefuddleClass(document, { url }).parse();
  return {
    title: article.title,
    byline: article.author,
    publishedTime: article.published,
    text: textOf(parseHtml(article.content)),
  };
};
