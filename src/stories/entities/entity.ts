import type { EntityKind } from './entity-kind.ts';

/** TOPIC-3: somebody or something with a name that an article speaks of. */
export interface Entity {
  /** The folded name: the same for all articles that call it by a name we know. */
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
