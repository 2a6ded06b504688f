/**
 * Numbers the counted lists at first use. Shares and reads are counted for the articles of each category
 * (every article in exactly one, its category at first sight) and of each country. All other lists are
 * derived from these: see build-snapshot.ts.
 */
export class ListNumbers {
  readonly #lists: CountedList[] = [];
  /** By value, for each measure and part: looked up for every signal, where building a joined key would be expensive. */
  readonly #numbers = {
    shares: { category: new Map<string, number>(), country: new Map<string, number>() },
    reads: { category: new Map<string, number>(), country: new Map<string, number>() },
  };

  /** `lists` are those of a checkpoint, in order: its counts refer to these numbers. */
  constructor(lists: readonly CountedList[] = []) {
    for (const list of lists) this.#add(list);
  }

  /** Undefined for a new list when there are `MAX_LISTS` already. */
  numberOf(by: CountedMeasure, part: CountedList['part'], value: string): number | undefined {
    const known = this.#numbers[by][part].get(value);
    if (known !== undefined || this.#lists.length >= MAX_LISTS) return known;
    return this.#add({ by, part, value });
  }

  get all(): readonly CountedList[] {
    return this.#lists;
  }

  #add(list: CountedList): number {
    this.#numbers[list.by][list.part].set(list.value, this.#lists.length);
    return this.#lists.push(list) - 1;
  }
}

/** Two measures of 250 countries and some categories. */
export const MAX_LISTS = 640;

export type CountedMeasure = 'shares' | 'reads';

export interface CountedList {
  readonly by: CountedMeasure;
  readonly part: 'category' | 'country';
  /** Empty for articles without a category. */
  readonly value: string;
}
