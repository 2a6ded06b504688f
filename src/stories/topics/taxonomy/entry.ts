/**
 * TOPIC-1: a category or a topic. Its dimension in the topic vector never changes; its id is the slug in URLs and
 * settings.
 */
export interface TaxonomyEntry {
  readonly id: string;
  readonly dimension: number;
  readonly name: string;
  /** The category of a topic; null for a category. */
  readonly parent: string | null;
  /** Words and phrases in lower case. A tilde marks a weak keyword. */
  readonly keywords: readonly string[];
}

/** A category with its topics, from the notation of this folder's files. */
export function category(head: EntryRow, topics: readonly EntryRow[]): readonly TaxonomyEntry[] {
  return [entry(head, null), ...topics.map(row => entry(row, head[1]))];
}

function entry([dimension, id, name, keywords]: EntryRow, parent: string | null): TaxonomyEntry {
  return { id, dimension, name, parent, keywords: keywords === '' ? [] : keywords.split(', ') };
}

/** Dimension, id, name, keywords. */
export type EntryRow = readonly [number, string, string, string];
