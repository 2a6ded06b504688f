import { TOPIC_DIMENSIONS } from '../../model/topic-vector.ts';
import type { WordMute } from './word-mute.ts';

/** A reader's taste as ranking uses it. Immutable. */
export interface Taste {
  /** Changes whenever anything below does. */
  readonly version: string;
  /** The reader's interest in each topic dimension, from -1 to 1. */
  readonly topics: Float32Array;
  readonly entities: ReadonlyMap<string, number>;
  readonly sources: ReadonlyMap<string, number>;
  /** INT-3: what the reader set by hand, which replaces what was learned. */
  readonly chosen: Subjects;
  readonly followed: Subjects;
  readonly muted: Subjects;
  /**
   * FEED-14: preferred sources are shown in front and ranked higher; blocked ones are never shown, not even in
   * coverage.
   */
  readonly preferredSources: ReadonlySet<string>;
  readonly blockedSources: ReadonlySet<string>;
  readonly mutedWords: readonly WordMute[];
  readonly hidesPaywalled: boolean;
  /** FEED-14: whether sources that publish rarely are ranked higher. */
  readonly liftsRare: boolean;
  readonly read: ReadonlySet<string>;
  /** INT-1: stories that are shown in no feed. */
  readonly hidden: ReadonlySet<string>;
  /** Null when the reader has not chosen one. */
  readonly language: string | null;
  readonly country: string | null;
}

/** ISO 639 for multiple languages: the setting of readers who read all of them. */
export const EVERY_LANGUAGE = 'mul';

/** The only language the reader gets stories in; null for any language. */
export function feedLanguage({ language }: Pick<Taste, 'language'>): string | null {
  return language === EVERY_LANGUAGE ? null : language;
}

export interface Subjects {
  /** Dimensions of the topic vector. */
  readonly topics: ReadonlySet<number>;
  readonly entities: ReadonlySet<string>;
  readonly sources: ReadonlySet<string>;
}

export const NO_SUBJECTS: Subjects = { topics: new Set(), entities: new Set(), sources: new Set() };

/** The taste of visitors and new readers. */
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
  hidden: new Set(),
  language: null,
  country: null,
};
