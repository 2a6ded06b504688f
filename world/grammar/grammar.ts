/** The templates for one kind of event in one language, with random choice from each list; see template.ts for the syntax. */
export interface Grammar {
  /** A noun phrase without article that names the event: "Halvenport earthquake". */
  readonly subject: string;
  /** Headlines of first reports for any style. */
  readonly headlines: readonly string[];
  readonly tabloid: readonly string[];
  readonly local: readonly string[];
  readonly business: readonly string[];
  /** Headlines some hours later and on the day after. */
  readonly updates: readonly string[];
  readonly followUps: readonly string[];
  readonly leads: readonly string[];
  readonly details: readonly string[];
  readonly quotes: readonly string[];
  readonly background: readonly string[];
  readonly outlook: readonly string[];
}

/** Sentences that fit every event of a language. */
export interface CommonGrammar {
  readonly angles: readonly string[];
  /** Decorations around a headline. */
  readonly decorations: readonly string[];
  readonly updateLeads: readonly string[];
  readonly followUpLeads: readonly string[];
  readonly quotes: readonly string[];
  readonly reactions: readonly string[];
  /** Further ones for serious events. */
  readonly grave: Readonly<Record<'decorations' | 'updateLeads' | 'quotes' | 'reactions', readonly string[]>>;
  readonly closings: readonly string[];
  readonly signOff: string;
  readonly dateline: string;
  readonly correction: string;
  readonly days: readonly string[];
  readonly sections: Readonly<Record<string, string>>;
}
