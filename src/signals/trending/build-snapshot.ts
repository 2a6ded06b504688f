import { PairTable } from './counting/pair-table.ts';
import type { TrendingWindows } from './counting/windows.ts';
import type { CountedMeasure, ListNumbers } from './list-numbers.ts';
import { MAX_LIST_LENGTH, MEASURES, type TrendingKind, type WindowName } from './lists.ts';
import type { SnapshotEntry } from './snapshot.ts';
import { TopScores } from './top-scores.ts';
import { scoreOf } from './weights.ts';

/**
 * TREND-1, TREND-6: builds all lists of a window. Only articles are counted, once each. Their category,
 * topics and story are looked up now, so that lists follow at once when an article is labelled or stories
 * merge:
 *
 *   counts of all categories -> sums of articles -> sums of stories -> lists of everything, categories and topics
 *   counts of one country    -> sums of articles -> sums of stories -> lists of that country
 */
export function buildSnapshot(
  { windows, numbers, traits }: SnapshotSource,
  window: WindowName,
): { entries: SnapshotEntry[]; lists: Record<string, number[]> } {
  const draft: Draft = { entries: [], lists: {} };
  const lists = numbers.all.map((list, number) => ({ ...list, number }));
  const everywhere = lists.filter(({ part }) => part === 'category');
  rank(draft, traits, sumsOf(windows, window, everywhere), undefined);
  const byCountry = Map.groupBy(
    lists.filter(({ part }) => part === 'country'),
    ({ value }) => value,
  );
  for (const [country, own] of byCountry)
    rank(draft, traits, sumsOf(windows, window, own), `country/${country}`);
  return draft;
}

function sumsOf(
  windows: TrendingWindows,
  window: WindowName,
  lists: readonly { readonly by: CountedMeasure; readonly number: number }[],
): PairTable {
  const sums = new PairTable();
  for (const { by, number } of lists) windows.addSums(number, window, sums, by === 'shares' ? SHARES : READS);
  return sums;
}

/** Ranks in one dimension, or in all dimensions of each item when it is undefined. */
function rank(draft: Draft, traits: ItemDirectory, articles: PairTable, dimension: string | undefined): void {
  if (articles.size === 0) return;
  const stories = new PairTable();
  articles.forEach((by, article, sum) => {
    const story = traits.storyOf(article);
    if (story !== undefined) stories.add(by, story, sum);
  });
  const own = dimension === undefined ? undefined : [dimension];
  rankKind(draft, 'articles', articles, {
    dimensionsOf: own ? () => own : article => traits.dimensionsOf(article),
    idOf: article => traits.idOf(article),
  });
  rankKind(draft, 'stories', stories, {
    dimensionsOf: own ? () => own : story => traits.dimensionsOfStory(story),
    idOf: story => traits.idOfStory(story),
  });
}

function rankKind(draft: Draft, of: TrendingKind, sums: PairTable, about: KindDirectory): void {
  const tops = new Map<string, readonly TopScores[]>();
  const offer = (item: number, shares: number, reads: number) => {
    for (const dimension of about.dimensionsOf(item)) {
      const own = tops.get(dimension) ?? MEASURES.map(() => new TopScores(MAX_LIST_LENGTH));
      tops.set(dimension, own);
      if (shares > 0) own[0]?.offer(item, scoreOf('shares', shares, reads));
      if (reads > 0) own[1]?.offer(item, scoreOf('reads', shares, reads));
      own[2]?.offer(item, scoreOf('blend', shares, reads));
    }
  };
  sums.forEach((by, item, sum) => {
    if (by === SHARES) offer(item, sum, sums.get(READS, item) ?? 0);
    else if (sums.get(SHARES, item) === undefined) offer(item, 0, sum);
  });
  const written = new Map<number, number>();
  for (const [dimension, own] of tops)
    for (const [measure, by] of MEASURES.entries()) {
      const indexes = (own[measure]?.ranked() ?? []).flatMap(item =>
        write(draft, written, item, sums, about),
      );
      if (indexes.length > 0) draft.lists[`${of}/${by}/${dimension}`] = indexes;
    }
}

/** Writes each item once, however many lists contain it. */
function write(
  draft: Draft,
  written: Map<number, number>,
  item: number,
  sums: PairTable,
  { idOf }: KindDirectory,
): number[] {
  const known = written.get(item);
  if (known !== undefined) return [known];
  const id = idOf(item);
  if (id === undefined) return [];
  const index = draft.entries.push([id, sums.get(SHARES, item) ?? 0, sums.get(READS, item) ?? 0]) - 1;
  written.set(item, index);
  return [index];
}

const SHARES = 0;
const READS = 1;

export interface SnapshotSource {
  readonly windows: TrendingWindows;
  readonly numbers: ListNumbers;
  readonly traits: ItemDirectory;
}

/** Facts about articles and stories, by number. */
export interface ItemDirectory {
  idOf(article: number): string | undefined;
  /** Undefined without a story, or when the story is hidden. */
  storyOf(article: number): number | undefined;
  /** The keys of all dimensions in which it is ranked, including `global`. */
  dimensionsOf(article: number): readonly string[];
  idOfStory(story: number): string | undefined;
  dimensionsOfStory(story: number): readonly string[];
}

type Draft = ReturnType<typeof buildSnapshot>;

interface KindDirectory {
  dimensionsOf(item: number): readonly string[];
  idOf(item: number): string | undefined;
}
