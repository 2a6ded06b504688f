import {
  FIRST_NAMES,
  ORGANISATION_BEGINNINGS,
  ORGANISATION_HEADS,
  PLACE_HEADS,
  PLACE_PREPOSITIONS,
  SPEECH_VERBS,
} from './lexicon.ts';

/**
 * Guesses the kind of a name that is not in the gazetteer, from its words and their neighbours; `other` without
 * evidence.
 */
export function guessKind(words: readonly string[], surroundings: NameContext): EntityKind {
  const first = words[0] ?? '';
  const last = words.at(-1) ?? '';
  const isLong = words.length > 1;
  if (surroundings.isTitled) return 'person';
  if (isLong && FIRST_NAMES.has(first) && !ORGANISATION_HEADS.has(last)) return 'person';
  const isAfterPreposition = PLACE_PREPOSITIONS.has(surroundings.before);
  if (isLong && PLACE_HEADS.has(last) && isAfterPreposition) return 'place';
  if (isLong && (ORGANISATION_HEADS.has(last) || ORGANISATION_BEGINNINGS.has(first))) return 'organisation';
  if (isLong && (PLACE_HEADS.has(last) || PLACE_HEADS.has(first))) return 'place';
  if (surroundings.isUpper && (!isLong || first.length > 2)) return 'organisation';
  if (isLong && SPEECH_VERBS.has(surroundings.after)) return 'person';
  if (isAfterPreposition && words.length <= 2) return 'place';
  return isLong && words.length <= 3 && !surroundings.hasCommon ? 'person' : 'other';
}

export type EntityKind = 'person' | 'place' | 'organisation' | 'other';

export interface NameContext {
  readonly isTitled: boolean;
  /** All capitals, like initials. */
  readonly isUpper: boolean;
  /** The words before and after, in lower case. */
  readonly before: string;
  readonly after: string;
  /** One of the words is a common word. */
  readonly hasCommon: boolean;
}
