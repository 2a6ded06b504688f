import { KIND } from '../analysis/terms.ts';
import type { PlanFilters } from './compile.ts';
import type { SearchFilters } from './filters.ts';
import type { QueryFilters } from './parsed-query.ts';

/** Combines the filters of the query text with those of the options. */
export function planFiltersOf(
  queryFilters: QueryFilters,
  optionFilters: SearchFilters,
): PlanFiltersWithLanguages {
  const lists = [
    termsOf(KIND.source, queryFilters.sources),
    termsOf(KIND.source, optionFilters.sourceIds),
    termsOf(KIND.topic, queryFilters.topics),
    termsOf(KIND.topic, optionFilters.topics),
    termsOf(KIND.language, queryFilters.languages),
    termsOf(KIND.language, optionFilters.languages),
    termsOf(KIND.country, optionFilters.countries),
    optionFilters.isBreaking ? [KIND.breaking] : [],
  ];
  const excluded = [
    ...termsOf(KIND.source, [...queryFilters.excludedSources, ...(optionFilters.excludedSourceIds ?? [])]),
    ...termsOf(KIND.topic, [...queryFilters.excludedTopics, ...(optionFilters.excludedTopics ?? [])]),
    ...termsOf(KIND.language, [
      ...queryFilters.excludedLanguages,
      ...(optionFilters.excludedLanguages ?? []),
    ]),
  ];
  return {
    filters: lists.filter(list => list.length > 0),
    excludedTerms: excluded.map(term => ({ term })),
    after: latest(queryFilters.after, optionFilters.after),
    before: earliest(queryFilters.before, optionFilters.before),
    languages: [...new Set([...queryFilters.languages, ...(optionFilters.languages ?? [])])],
  };
}

function termsOf(kind: string, values: readonly string[] = []): string[] {
  return values.slice(0, MAX_VALUES).map(value => kind + value);
}

function latest(typed: number | null, set: Date | undefined): number | null {
  const times = [typed, set?.getTime() ?? null].filter(time => time !== null);
  return times.length === 0 ? null : Math.ceil(Math.max(...times) / 1_000);
}

function earliest(typed: number | null, set: Date | undefined): number | null {
  const times = [typed, set?.getTime() ?? null].filter(time => time !== null);
  return times.length === 0 ? null : Math.ceil(Math.min(...times) / 1_000);
}

const MAX_VALUES = 1_000;

interface PlanFiltersWithLanguages extends PlanFilters {
  readonly languages: readonly string[];
}
