import type { SearchHit, SearchOptions } from '../port.ts';
import type { IndexView } from './lookup/index-view.ts';
import type { ScoredDocument } from './lookup/top-hits.ts';

/** How many hits are needed for the requested page; several may belong to one story. */
export function requiredHits({
  offset = 0,
  limit = DEFAULT_LIMIT,
  isGrouped = false,
}: SearchOptions): number {
  const last = Math.min(MAX_HITS, Math.max(0, offset) + Math.max(1, limit));
  return isGrouped ? Math.min(MAX_HITS * 2, last * 3 + 20) : last;
}

export function hitsOf(
  found: readonly ScoredDocument[],
  view: IndexView,
  options: SearchOptions,
): SearchHit[] {
  const { offset = 0, limit = DEFAULT_LIMIT, isGrouped = false } = options;
  if (!isGrouped) return found.slice(offset, offset + limit).map(each => hitOf(each, view));
  const last = offset + limit;
  const stories = new Map<string, SearchHit & { readonly others: string[] }>();
  for (const each of found) {
    const key = storyKeyOf(each, view);
    const story = stories.get(key);
    // Ids are decoded only for hits that are returned.
    if (story === undefined && stories.size < last) stories.set(key, hitOf(each, view));
    else if (story && story.others.length < MAX_OTHERS) story.others.push(hitOf(each, view).id);
  }
  return [...stories.values()].slice(offset);
}

/** The stored story id, or the article id when it has none. */
function storyKeyOf({ segment: index, document }: ScoredDocument, view: IndexView): string {
  const ids = view.parts[index]?.segment.allIds();
  const at = document * 32;
  const story = ids?.toString('latin1', at + 16, at + 32) ?? '';
  return story === NO_STORY ? (ids?.toString('latin1', at, at + 16) ?? '') : story;
}

function hitOf(
  { score, segment: index, document }: ScoredDocument,
  view: IndexView,
): SearchHit & { readonly others: string[] } {
  const segment = view.parts[index]?.segment;
  if (segment === undefined) throw new RangeError('a hit refers to a missing segment');
  const publishedAt = new Date((segment.columns.published[document] ?? 0) * 1_000);
  return { ...segment.idOf(document), score, publishedAt, others: [] };
}

const NO_STORY = '\0'.repeat(16);
const DEFAULT_LIMIT = 20;
/** The depth of paging. */
const MAX_HITS = 1_000;
const MAX_OTHERS = 10;
