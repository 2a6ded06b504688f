import type { EntityKind } from './entity-kind.ts';

/** TOPIC-3: a named person, place, organisation or thing that an article mentions. */
export interface Entity {
  /** The folded name: the same in all articles that use a known form of the name. */
  readonly key: string;
  readonly name: string;
  readonly kind: EntityKind;
  readonly mentions: number;
  readonly inTitle: boolean;
  /** ISO 3166 code of the country of a known place or organisation. */
  readonly country?: string;
}

export interface EntityText {
  readonly title: string;
  readonly summary: string;
  readonly bodyText: string;
  /** ISO 639-1, or `und`. */
  readonly language: string;
}
