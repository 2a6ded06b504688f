import type { SearchHit, SearchOptions } from '../../port.ts';
import type { Found } from '../lookup/top.ts';
import type { View } from '../lookup/view.ts';

/** How many of the best are needed for the page that is asked for; several may be of one story. */
export function roomFor({ offset = 0, limit = LIMIT, isGrouped = false }: SearchOptions): number {
  const last = Math.min(MOST, Math.max(0, offset) + Math.max(1, limit));
  return isGrouped ? Math.min(MOST * 2, last * 3 + 20) : last;
}

export function hitsOf(found: readonly Found[], view: View, options: SearchOptions): SearchHit[] {
  const { offset = 0, limit = LIMIT, isGrouped = false } = options;
  if (!isGrouped) return found.slice(offset, offset + limit).map(each => hitOf(each, view));
  const stories = new Map<string, SearchHit & { readonly others: string[] }>();
  for (const each of found) {
    const hit = hitOf(each, view);
    const story = hit.storyId === null ? undefined : stories.get(hit.storyId);
    if (story === undefined) stories.set(hit.storyId ?? hit.id, hit);
    else if (story.others.length < MOST_OTHERS) story.others.push(hit.id);
  }
  return [...stories.values()].slice(offset, offset + limit);
}

function hitOf(
  { score, segment: index, document }: Found,
  view: View,
): SearchHit & { readonly others: string[] } {
  const segment = view.parts[index]?.segment;
  if (segment === undefined) throw new RangeError('a hit of a segment that is not there');
  const publishedAt = new Date((segment.columns.published[document] ?? 0) * 1_000);
  return { ...segment.idOf(document), score, publishedAt, others: [] };
}

const LIMIT = 20;
/** Nobody reads on behind so many. */
const MOST = 1_000;
const MOST_OTHERS = 10;
