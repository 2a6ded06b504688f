import type { ItemDirectory } from '../../src/signals/trending/build-snapshot.ts';
import { TrendingWindows } from '../../src/signals/trending/counting/windows.ts';
import { type CountedMeasure, ListNumbers, MAX_LISTS } from '../../src/signals/trending/list-numbers.ts';
import { packWeight } from '../../src/signals/trending/weights.ts';

/**
 * Synthetic traits of ten million articles: 12 categories, 128 topics, four articles per story. Signals are reads and
 * shares from 200 countries, most of them from the first.
 */
export const START = Date.UTC(2026, 5, 1, 12);

export const TRAITS: ItemDirectory = {
  idOf: String,
  storyOf: article => article >>> 2,
  dimensionsOf: article => dimensionsAt(article),
  idOfStory: String,
  dimensionsOfStory: story => dimensionsAt(story),
};

export const CATEGORIES = 12;
export const TOPICS = 128;

function dimensionsAt(item: number): readonly string[] {
  return DIMENSIONS[item % DIMENSIONS.length] ?? [];
}

const DIMENSIONS = Array.from({ length: CATEGORIES * TOPICS }, (_, n) => [
  'global',
  `category/${n % CATEGORIES}`,
  `topic/${n % TOPICS}`,
]);
const NAMES = Array.from({ length: 256 }, (_, n) => String(n));

export function countryOf(nth: number): number {
  return Math.floor(200 * ((nth * 0.6180339887) % 1) ** 3);
}

export function measureOf(nth: number): CountedMeasure {
  return nth % 3 === 0 ? 'shares' : 'reads';
}

/** Counts signals at an even rate, each in all of its lists, until the last second is closed. */
export function countEverything(events: Uint32Array, aSecond: number) {
  const windows = new TrendingWindows(MAX_LISTS, START);
  const numbers = new ListNumbers();
  const weight = packWeight(1);
  for (let nth = 0; nth < events.length; nth++) {
    const at = START + Math.floor((nth / aSecond) * 1000);
    if (nth % 64 === 0) windows.advance(at);
    const item = events[nth] ?? 0;
    const by = measureOf(nth);
    const own = numbers.numberOf(by, 'category', NAMES[item % CATEGORIES] ?? '') ?? 0;
    const there = numbers.numberOf(by, 'country', NAMES[countryOf(nth)] ?? '') ?? 0;
    windows.add({ item, weight, at, lists: [own, there] });
  }
  const now = START + Math.ceil((events.length / aSecond) * 1000);
  windows.advance(now);
  return { windows, numbers, traits: TRAITS, now };
}

/** One list in isolation. */
export function countOneList(events: Uint32Array, aSecond: number): TrendingWindows {
  const windows = new TrendingWindows(1, START);
  const lists = [0];
  for (let nth = 0; nth < events.length; nth++) {
    const at = START + Math.floor((nth / aSecond) * 1000);
    if (nth % 64 === 0) windows.advance(at);
    windows.add({ item: events[nth] ?? 0, weight: 1, at, lists });
  }
  windows.advance(START + Math.ceil((events.length / aSecond) * 1000));
  return windows;
}
