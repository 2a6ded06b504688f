import { PairTable } from './counting/pair-table.ts';
import type { TrendingWindows } from './counting/windows.ts';
import type { CountedMeasure, ListNumbers } from './list-numbers.ts';
import { MAX_LIST_LENGTH, MEASURES, type TrendingKind, type WindowName } from './lists.ts';
import type { SnapshotEntry } from './snapshot.ts';
import { TopScores } from './top-scores.ts';
import { scoreOf } from './weights.ts';

/**
 * TREND-1, TREND-6: all lists of a window. Counted are articles alone, once each. What their category, topics and story
 * are is looked up now, so that a list follows at once when an article is labelled, or a story becomes part of another:
 *
 *   counts of all categories -> sums of articles -> sums of stories -> lists of everything, categories and topics
 *   counts of one country    -> sums of articles -> sums of stories -> lists of that country
 */
export function buildSnapshot(
  { windows, numbers, traits }: SnapshotSource,
  window: WindowName,
): { entries: SnapshotEntry[]; lists: Record<string, number[]> } {
  const edition: Draft = { entries: [], lists: {} };
  const lists = numbers.all.map((list, number) => ({ ...list, number }));
  const everywhere = lists.filter(({ part }) => part === 'category');
  rank(edition, traits, sumsOf(windows, window, everywhere), undefined);
  const byCountry = Map.groupBy(
    lists.filter(({ part }) => part === 'country'),
    ({ value }) => value,
  );
  for (const [country, own] of byCountry)
    rank(edition, traits, sumsOf(windows, window, own), `country/${country}`);
  return edition;
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

/** `dimension` is the only one that is ranked; without it those that the things have are. */
function rank(
  edition: Draft,
  traits: ItemDirectory,
  articles: PairTable,
  dimension: string | undefined,
): void {
  if (articles.size === 0) return;
  const stories = new PairTable();
  articles.forEach((by, article, sum) => {
    const story = traits.storyOf(article);
    if (story !== undefined) stories.add(by, story, sum);
  });
  const own = dimension === undefined ? undefined : [dimension];
  rankKind(edition, 'articles', articles, {
    dimensionsOf: own ? () => own : article => traits.dimensionsOf(article),
    idOf: article => traits.idOf(article),
  });
  rankKind(edition, 'stories', stories, {
    dimensionsOf: own ? () => own : story => traits.dimensionsOfStory(story),
    idOf: story => traits.idOfStory(story),
  });
}

function rankKind(edition: Draft, of: TrendingKind, sums: PairTable, about: KindDirectory): void {
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
    for (const [index, by] of MEASURES.entries()) {
      const places = (own[index]?.ranked() ?? []).flatMap(item => write(edition, written, item, sums, about));
      if (places.length > 0) edition.lists[`${of}/${by}/${dimension}`] = places;
    }
}

/** An entry is written once, however many lists it is on. */
function write(
  edition: Draft,
  written: Map<number, number>,
  item: number,
  sums: PairTable,
  { idOf }: KindDirectory,
): number[] {
  const known = written.get(item);
  if (known !== undefined) return [known];
  const id = idOf(item);
  if (id === undefined) return [];
  const place = edition.entries.push([id, sums.get(SHARES, item) ?? 0, sums.get(READS, item) ?? 0]) - 1;
  written.set(item, place);
  return [place];
}

const SHARES = 0;
const READS = 1;

export interface SnapshotSource {
  readonly windows: TrendingWindows;
  readonly numbers: ListNumbers;
  readonly traits: ItemDirectory;
}

/** What is known of articles and stories by their numbers. */
export interface ItemDirectory {
  idOf(article: number): string | undefined;
  /** Undefined while it belongs to none, or to one that is not shown. */
  storyOf(article: number): number | undefined;
  /** The names of all dimensions that it is ranked in, `global` among them. */
  dimensionsOf(article: number): readonly string[];
  idOfStory(story: number): string | undefined;
  dimensionsOfStory(story: number): readonly string[];
}

type Draft = ReturnType<typeof buildSnapshot>;

interface KindDirectory {
  dimensionsOf(item: number): readonly string[];
  idOf(item: number): string | undefined;
}
