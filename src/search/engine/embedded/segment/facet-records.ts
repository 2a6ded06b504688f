import type { DocumentColumns } from './document-columns.ts';

/**
 * What facets count of each article, side by side: counting touches one place in memory for an article that is found
 * instead of one in each column. Made of the columns when a segment is opened; each number u32:
 *
 *   source, language and country (16 bits each), first and second topic (16 bits each), third topic
 *
 * A topic is its number plus one, 0 is none. Articles with more topics, or with numbers that do not fit, have MANY for
 * the third: theirs are in the columns.
 */
export function facetRecords({
  count,
  sources,
  places,
  topicEnds,
  topics,
}: DocumentColumns): SharedArrayBuffer {
  const records = new Uint32Array(new SharedArrayBuffer(count * FACET_NUMBERS * 4));
  let from = 0;
  for (let document = 0; document < count; document++) {
    const to = topicEnds[document] ?? 0;
    const topicAt = (place: number) => (place < to ? (topics[place] ?? 0) + 1 : 0);
    const [first, second, third] = [topicAt(from), topicAt(from + 1), topicAt(from + 2)];
    const isMany = to - from > 3 || Math.max(first, second, third) > 0xffff;
    const at = document * FACET_NUMBERS;
    records[at] = sources[document] ?? 0;
    records[at + 1] = places[document] ?? 0;
    records[at + 2] = isMany ? 0 : first | (second << 16);
    records[at + 3] = isMany ? MANY : third;
    from = to;
  }
  return records.buffer;
}

export const FACET_NUMBERS = 4;
export const MANY = 0xffffffff;
