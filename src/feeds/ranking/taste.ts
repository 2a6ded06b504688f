import { TOPIC_DIMENSIONS } from '../window/story-window.ts';
import type { WordMute } from './word-mute.ts';

/** What a page is ranked by for one reader, whoever found it out. Never changed in slot. */
export interface Taste {
  /** Another one whenever something below is another. */
  readonly version: string;
  /** What they care for, from -1 to 1. */
  readonly topics: Float32Array;
  readonly entities: ReadonlyMap<string, number>;
  readonly sources: ReadonlyMap<string, number>;
  /** INT-3: what they said they want, whatever they read since: it stands in the place of what was learned. */
  readonly chosen: Subjects;
  readonly followed: Subjects;
  readonly muted: Subjects;
  /** FEED-14: in front where there is a choice, and weighed; never to be seen, nor among the coverage. */
  readonly preferredSources: ReadonlySet<string>;
  readonly blockedSources: ReadonlySet<string>;
  readonly mutedWords: readonly WordMute[];
  readonly hidesPaywalled: boolean;
  /** FEED-14: whether who publishes rarely is ranked up for them. */
  readonly liftsRare: boolean;
  readonly read: ReadonlySet<string>;
  /** Null when they did not say. */
  readonly language: string | null;
  readonly country: string | null;
}

/** ISO 639 for several languages: what somebody chooses who reads them all. */
export const EVERY_LANGUAGE = 'mul';

/** In which language alone stories are for them; null when they are in any. */
export function feedLanguage({ language }: Pick<Taste, 'language'>): string | null {
  return language === EVERY_LANGUAGE ? null : language;
}

export interface Subjects {
  /** Places in the topic vector. */
  readonly topics: ReadonlySet<number>;
  readonly entities: ReadonlySet<string>;
  readonly sources: ReadonlySet<string>;
}

export const NO_SUBJECTS: Subjects = { topics: new Set(), entities: new Set(), sources: new Set() };

/** Of somebody of whom nothing is known. */
export const NO_TASTE: Taste = {
  version: 'none',
  topics: new Float32Array(TOPIC_DIMENSIONS),
  entities: new Map(),
  sources: new Map(),
  chosen: NO_SUBJECTS,
  followed: NO_SUBJECTS,
  muted: NO_SUBJECTS,
  preferredSources: new Set(),
  blockedSources: new Set(),
  mutedWords: [],
  hidesPaywalled: false,
  liftsRare: true,
  read: new Set(),
  language: null,
  country: null,
};
