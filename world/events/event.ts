import type { Language } from '../types.ts';
import type { Country } from '../vocabulary/countries.ts';
import type { EventKind } from './kind.ts';

/** How far an event has come when an article is written: first word, hours later, the day after. */
export type Stage = 0 | 1 | 2;

/** Something that happened, with everyone who writes about it. */
export interface PlannedEvent {
  readonly id: string;
  readonly at: number;
  readonly kind: EventKind;
  readonly country: Country;
  readonly city: string;
  /** Since when it is breaking news, in each language in which it is. */
  readonly breaksAt: ReadonlyMap<Language, number>;
  readonly coverage: readonly Coverage[];
}

/** One article to be written. Its text is derived from this alone. */
export interface Coverage {
  /** Position within the event's coverage. */
  readonly position: number;
  readonly publisher: number;
  readonly language: Language;
  readonly at: number;
  readonly stage: Stage;
  /** Position of the wire article that is copied. */
  readonly copyOf: number | null;
  readonly correctedAt: number | null;
}
