import type { Draw } from '../draw.ts';
import type { Facts } from '../grammar/template.ts';
import type { Topic } from '../types.ts';
import type { Country } from '../vocabulary/countries.ts';

/** A kind of event: what its facts are and how they grow while it unfolds. */
export interface EventKind {
  readonly name: string;
  readonly topic: Topic;
  /** How often it happens compared with others of its topic. */
  readonly weight: number;
  /** Whether newsrooms drop everything for it. */
  readonly breaks: boolean;
  /** What it happens to at most once in three days: a city, unless it concerns the whole country. */
  readonly scope?: 'country';
  facts(scene: Scene): Facts;
  /** Figures that rise until the day after, by this factor. */
  readonly grows?: Readonly<Record<string, number>>;
}

/** Where an event takes place, and what may be drawn for it. */
export interface Scene {
  readonly draw: Draw;
  readonly country: Country;
  readonly city: string;
  /** Days since the epoch. */
  readonly day: number;
  person(): string;
  otherCountry(): Country;
  otherCity(): string;
}
