import type { DocumentColumns } from './document-columns.ts';

/**
 * The facet values of each article side by side: counting reads one location per match instead of one in each column.
 * Built from the columns when a segment is opened; each number u32:
 *
 *   source, language and country (16 bits each), first and second topic (16 bits each), third topic
 *
 * A topic is its number plus one, 0 is none. Articles with more topics, or with larger numbers, have MANY_TOPICS as
 * the third: their topics are read from the columns.
 */
export function facetRecords({
  count,
  sources,
  locales,
  topicEnds,
  topics,
}: DocumentColumns): SharedArrayBuffer {
  const records = new Uint32Array(new SharedArrayBuffer(count * FACET_RECORD_SIZE * 4));
  let from = 0;
  for (let document = 0; document < count; document++) {
    const to = topicEnds[document] ?? 0;
    const topicAt = (index: number) => (index < to ? (topics[index] ?? 0) + 1 : 0);
    const [first, second, third] = [topicAt(from), topicAt(from + 1), topicAt(from + 2)];
    const isMany = to - from > 3 || Math.max(first, second, third) > 0xffff;
    const at = document * FACET_RECORD_SIZE;
    records[at] = sources[document] ?? 0;
    records[at + 1] = locales[document] ?? 0;
    records[at + 2] = isMany ? 0 : first | (second << 16);
    records[at + 3] = isMany ? MANY_TOPICS : third;
    from = to;
  }
  return records.buffer;
}

export const FACET_RECORD_SIZE = 4;
export const MANY_TOPICS = 0xffffffff;
