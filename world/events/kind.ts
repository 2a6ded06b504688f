import type { Draw } from '../draw.ts';
import type { Facts } from '../grammar/template.ts';
import type { Topic } from '../types.ts';
import type { Country } from '../vocabulary/countries.ts';

/** A kind of event: its facts and their growth over time. */
export interface EventKind {
  readonly name: string;
  readonly topic: Topic;
  /** Relative frequency within its topic. */
  readonly weight: number;
  /** Whether it is urgent news. */
  readonly breaks: boolean;
  /** The scope in which it happens at most once in three days: a city, or the whole country. */
  readonly scope?: 'country';
  facts(scene: Scene): Facts;
  /** Figures that rise until the day after, by this factor. */
  readonly grows?: Readonly<Record<string, number>>;
}

/** The location of an event, and draws for its facts. */
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
