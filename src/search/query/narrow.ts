import { KIND } from '../analysis/terms.ts';
import type { Narrowing } from './compile.ts';
import type { SearchFilters } from './filters.ts';
import type { QueryFilters } from './parsed-query.ts';

/** The filters of a query and those that were set beside it hold together. */
export function narrowingOf(typed: QueryFilters, set: SearchFilters): Narrowed {
  const lists = [
    termsOf(KIND.source, typed.sources),
    termsOf(KIND.source, set.sourceIds),
    termsOf(KIND.topic, typed.topics),
    termsOf(KIND.topic, set.topics),
    termsOf(KIND.language, typed.languages),
    termsOf(KIND.language, set.languages),
    termsOf(KIND.country, set.countries),
    set.isBreaking ? [KIND.breaking] : [],
  ];
  const excluded = [
    ...termsOf(KIND.source, [...typed.excludedSources, ...(set.excludedSourceIds ?? [])]),
    ...termsOf(KIND.topic, [...typed.excludedTopics, ...(set.excludedTopics ?? [])]),
    ...termsOf(KIND.language, [...typed.excludedLanguages, ...(set.excludedLanguages ?? [])]),
  ];
  return {
    filters: lists.filter(list => list.length > 0),
    excludedTerms: excluded.map(term => ({ term })),
    after: latest(typed.after, set.after),
    before: earliest(typed.before, set.before),
    languages: [...new Set([...typed.languages, ...(set.languages ?? [])])],
  };
}

function termsOf(kind: string, values: readonly string[] = []): string[] {
  return values.slice(0, MOST_VALUES).map(value => kind + value);
}

function latest(typed: number | null, set: Date | undefined): number | null {
  const times = [typed, set?.getTime() ?? null].filter(time => time !== null);
  return times.length === 0 ? null : Math.ceil(Math.max(...times) / 1_000);
}

function earliest(typed: number | null, set: Date | undefined): number | null {
  const times = [typed, set?.getTime() ?? null].filter(time => time !== null);
  return times.length === 0 ? null : Math.ceil(Math.min(...times) / 1_000);
}

const MOST_VALUES = 1_000;

interface Narrowed extends Narrowing {
  readonly languages: readonly string[];
}
