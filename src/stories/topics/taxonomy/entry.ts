/**
 * TOPIC-1: a category or a topic. The dimension is its place in the topic vector and never changes, whatever
 * rows come and go; the id is the slug that addresses and settings use.
 */
export interface TaxonomyEntry {
  readonly id: string;
  readonly dimension: number;
  readonly name: string;
  /** The category it stands below; null for a category. */
  readonly parent: string | null;
  /** Words and phrases that speak for it, in lower case. A tilde before one says that it is a faint sign. */
  readonly keywords: readonly string[];
}

/** A category with its topics, as the files of this folder write them down. */
export function category(head: EntryRow, topics: readonly EntryRow[]): readonly TaxonomyEntry[] {
  return [entry(head, null), ...topics.map(row => entry(row, head[1]))];
}

function entry([dimension, id, name, keywords]: EntryRow, parent: string | null): TaxonomyEntry {
  return { id, dimension, name, parent, keywords: keywords === '' ? [] : keywords.split(', ') };
}

/** Dimension, id, name, keywords. */
export type EntryRow = readonly [number, string, string, string];
