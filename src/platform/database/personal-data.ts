import { type Statement, sql } from './sql.ts';

/**
 * AUTH-4: what one table stores about a person, how they get a copy, and how it is erased. Each module lists its own
 * tables; `app/personal-data.ts` joins the lists.
 */
export interface PersonalData {
  readonly table: string;
  /** Its name in the archive. */
  readonly label: string;
  /** What it holds and why, in a sentence to the person. */
  readonly describe: string;
  /** The rows about a person as they may see them: no secret, no hash, no other person. */
  readonly export: (userId: string) => Statement;
  /** Columns that the export leaves out or shows in another form, and why. */
  readonly withheld: Readonly<Record<string, string>>;
  readonly erase: Erase;
}

/** Each form is idempotent: an interrupted erasure starts over. */
export type Erase =
  /** Deletes the rows that match this condition. */
  | { readonly deleteWhere: (userId: string) => Statement }
  | { readonly anonymise: (userId: string, at: Date) => Statement }
  /** Stays, for this reason, and holds only an id that leads to no one. */
  | { readonly keep: string };

/** The condition for tables whose `user_id` names the person. */
export function isOwn(userId: string): Statement {
  return sql`user_id = ${userId}`;
}
