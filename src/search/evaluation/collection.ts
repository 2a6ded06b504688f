import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** A test collection: articles, queries, and human judgements of which articles answer which query. */
export interface Collection {
  readonly documents: readonly CollectionDocument[];
  readonly queries: readonly CollectionQuery[];
}

export interface CollectionDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface CollectionQuery {
  readonly text: string;
  /** The grades of the relevant articles. */
  readonly grades: ReadonlyMap<string, number>;
}

/** `{ docs: [{ id, title, text }], queries: [{ id, text }], qrels: [[query, doc, grade]] }`, plain or gzip. */
export async function readCollection(file: string): Promise<Collection> {
  const raw: unknown = JSON.parse(await readMaybeCompressed(file));
  if (!isCollection(raw)) throw new TypeError('it has no docs, queries and qrels');
  const grades = new Map<string, Map<string, number>>();
  for (const [query, document, grade] of raw.qrels) {
    const of = grades.get(String(query)) ?? new Map<string, number>();
    grades.set(String(query), of.set(String(document), Number(grade)));
  }
  return {
    documents: raw.docs.map(({ id, title, text }) => ({
      id: String(id),
      title: String(title ?? ''),
      text: withoutTitle(String(text ?? ''), String(title ?? '')),
    })),
    queries: raw.queries.flatMap(({ id, text }) => {
      const of = grades.get(String(id));
      return of === undefined ? [] : [{ text: String(text), grades: of }];
    }),
  };
}

export async function readMaybeCompressed(file: string): Promise<string> {
  const bytes = await readFile(file);
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isCompressed ? await promisify(gunzip)(bytes) : bytes).toString('utf8').replace(/^\ufeff/, '');
}

/** Some texts begin with their title, which is indexed separately. */
function withoutTitle(text: string, title: string): string {
  return title !== '' && text.startsWith(title) ? text.slice(title.length) : text;
}

function isCollection(value: unknown): value is RawCollection {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['docs', 'queries', 'qrels'].every(name => Array.isArray((value as Record<string, unknown>)[name]))
  );
}

interface RawCollection {
  readonly docs: readonly { readonly id: unknown; readonly title?: unknown; readonly text?: unknown }[];
  readonly queries: readonly { readonly id: unknown; readonly text: unknown }[];
  readonly qrels: readonly (readonly [unknown, unknown, unknown])[];
}
