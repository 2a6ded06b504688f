import type { Statement } from '../../platform/database/sql.ts';

/** AUTH-4: what one table holds about a person, how they get a copy of it, and how it goes. */
export interface PersonalData {
  readonly table: string;
  /** What it is called in the archive. */
  readonly label: string;
  /** What it is and what for, in a sentence to the person. */
  readonly describe: string;
  /** The rows about a person as they may see them: no secret, no hash, nobody else. */
  readonly export: (userId: string) => Statement;
  /** Columns that the export leaves out or shows in another form, and why. */
  readonly withheld: Readonly<Record<string, string>>;
  readonly erase: Erase;
}

export function fileName({ table }: Pick<PersonalData, 'table'>): string {
  return table === 'users' ? 'account.json' : `${table}.json`;
}

/** Each way must be safe to take again: an erasure that was interrupted starts from the top. */
export type Erase =
  /** Deletes the rows for which this condition holds. */
  | { readonly deleteWhere: (userId: string) => Statement }
  | { readonly anonymise: (userId: string, at: Date) => Statement }
  /** Stays, for this reason, and holds nothing but the id that no longer leads to anybody. */
  | { readonly keep: string };

/**
 * A store outside the database that may hold something about a person (caches, a search index, a log).
 * Called before the tables are touched, and again when an erasure was interrupted. Rejecting stops the
 * erasure, which is then tried again later.
 */
export interface EraseElsewhere {
  readonly name: string;
  erase(userId: string): Promise<void>;
}
