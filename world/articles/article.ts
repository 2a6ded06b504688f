import { drawFor, hashOf } from '../draw.ts';
import { GRAMMARS } from '../grammar/index.ts';
import { slugify } from '../publishers/publisher.ts';
import type { Article, Publisher, Topic } from '../types.ts';
import { writeColumn } from './own.ts';
import { type Report, writeReport } from './report.ts';
import { bylineOf } from './staff.ts';
import type { Stub } from './window.ts';

const SUMMARY_LENGTH = 240;

/** Generates the text of an article, before or after its correction. */
export function writeArticle(
  seed: number,
  stub: Stub,
  isCorrected: boolean,
  publisherOf: (index: number) => Publisher,
): Article {
  const publisher = publisherOf(stub.publisher);
  const text = textOf(seed, stub, isCorrected, publisherOf);
  // The URL contains the first headline and does not change with a correction.
  const firstHeadline = isCorrected ? textOf(seed, stub, false, publisherOf).headline : text.headline;
  const path = pathOf(seed, stub, publisher, firstHeadline);
  const topic = topicOf(stub);
  return {
    id: stub.id,
    guid: guidOf(seed, stub, publisher),
    path,
    publisher,
    ...text,
    summary: summarise(text.paragraphs[0] ?? ''),
    topic,
    section: GRAMMARS[publisher.language].common.sections[topic] ?? topic,
    image: imageOf(seed, stub),
    publishedAt: stub.at,
    updatedAt: isCorrected && 'coverage' in stub ? (stub.coverage.correctedAt ?? stub.at) : stub.at,
  };
}

function textOf(
  seed: number,
  stub: Stub,
  isCorrected: boolean,
  publisherOf: (index: number) => Publisher,
): Report {
  if ('event' in stub)
    return writeReport({ seed, event: stub.event, coverage: stub.coverage, publisherOf, isCorrected });
  const publisher = publisherOf(stub.publisher);
  return { ...writeColumn(seed, stub.column, publisher), byline: bylineOf(seed, publisher, stub.at) };
}

export function topicOf(stub: Stub): Topic {
  return 'column' in stub ? stub.column.column.topic : stub.event.kind.topic;
}

/** Every URL ends with the article's id, from which the article can be derived again. */
function pathOf(seed: number, stub: Stub, publisher: Publisher, headline: string): string {
  const name = [
    slugify(headline)
      .slice(0, 60)
      .replace(/-[^-]*$/, ''),
    stub.id,
  ]
    .filter(Boolean)
    .join('-');
  const date = new Date(stub.at).toISOString().slice(0, 10);
  switch (hashOf(seed, ['paths', publisher.index]) % 4) {
    case 0:
      return `/${date.replaceAll('-', '/')}/${name}`;
    case 1:
      return `/${topicOf(stub)}/${name}.html`;
    case 2:
      return `/news/${date.slice(0, 7)}/${name}/`;
    default:
      return `/article/${name}`;
  }
}

/** A tag URI for most, a bare id for some; `guid` does not depend on the server's address. */
function guidOf(seed: number, stub: Stub, { index, domain }: Publisher): string {
  return hashOf(seed, ['guids', index]) % 3 === 0 ? stub.id : `tag:${domain},2026:${stub.id}`;
}

/** The dateline is not part of a summary. */
function summarise(paragraph: string): string {
  const text = paragraph.replace(/^[\p{Lu}\p{M}\s'’-]+(?: \([^)]*\))? [-–] /u, '');
  if (text.length <= SUMMARY_LENGTH) return text;
  return `${text.slice(0, text.lastIndexOf(' ', SUMMARY_LENGTH))} …`;
}

function imageOf(seed: number, { id }: Stub): string | null {
  const draw = drawFor(seed, 'image', id);
  return draw.chance(0.78) ? `/images/${id}.${draw.chance(0.75) ? 'png' : 'svg'}` : null;
}
