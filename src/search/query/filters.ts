import { Problem } from '../../errors.ts';

/** Filters in the form of the API and of saved searches. */
export interface FilterParams {
  readonly topic?: string | undefined;
  readonly source?: string | undefined;
  readonly language?: string | undefined;
  readonly country?: string | undefined;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly breaking?: boolean | undefined;
}

export function filtersOf(params: FilterParams): SearchFilters {
  const { topic, source, language, country, after, before, breaking } = params;
  return {
    ...(topic === undefined ? {} : { topics: [topic] }),
    ...(source === undefined ? {} : { sourceIds: [source] }),
    ...(language === undefined ? {} : { languages: [language] }),
    ...(country === undefined ? {} : { countries: [country.toUpperCase()] }),
    ...(after === undefined ? {} : { after: dateOf(after) }),
    ...(before === undefined ? {} : { before: dateOf(before) }),
    ...(breaking === true ? { isBreaking: true } : {}),
  };
}

function dateOf(text: string): Date {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new Problem('validation-failed', `${text} is no moment`);
  return at;
}

/** Values of one kind are alternatives. */
export interface SearchFilters {
  readonly sourceIds?: readonly string[];
  readonly excludedSourceIds?: readonly string[];
  readonly topics?: readonly string[];
  readonly excludedTopics?: readonly string[];
  readonly languages?: readonly string[];
  readonly excludedLanguages?: readonly string[];
  readonly countries?: readonly string[];
  readonly after?: Date;
  readonly before?: Date;
  readonly isBreaking?: boolean;
}
