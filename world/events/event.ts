import type { Language } from '../types.ts';
import type { Country } from '../vocabulary/countries.ts';
import type { EventKind } from './kind.ts';

/** The stage of an event at the time of an article: first reports, hours later, the day after. */
export type Stage = 0 | 1 | 2;

/** An event with its coverage. */
export interface PlannedEvent {
  readonly id: string;
  readonly at: number;
  readonly kind: EventKind;
  readonly country: Country;
  readonly city: string;
  /** The start of breaking news per language. */
  readonly breaksAt: ReadonlyMap<Language, number>;
  readonly coverage: readonly Coverage[];
}

/** One planned article. Its text derives from this alone. */
export interface Coverage {
  /** Position within the event's coverage. */
  readonly position: number;
  readonly publisher: number;
  readonly language: Language;
  readonly at: number;
  readonly stage: Stage;
  /** Position of the original wire article. */
  readonly copyOf: number | null;
  readonly correctedAt: number | null;
}
