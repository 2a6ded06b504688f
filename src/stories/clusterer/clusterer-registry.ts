import type { Clock } from '../../lib/clock.ts';
import type { Database, Transaction } from '../../platform/database/port.ts';
import { row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Desk } from './language-clusterer.ts';
import { restoreDesk } from './restore.ts';

/**
 * The desks that this process holds. Memory and database are kept in step by a mark: whoever decides locks the
 * language's row and leaves a new mark there. A desk that finds another than its last one is filled again:
 * what it decided was rolled back, or somebody else has decided meanwhile.
 */
export class Desks {
  readonly #options: DesksOptions;
  readonly #desks = new Map<string, Desk>();

  constructor(options: DesksOptions) {
    this.#options = options;
  }

  /**
   * Fills the desks of these languages that are not here yet. A desk of many articles takes longer than a handler may, so
   * that is done before, as of one moment; should anybody decide something after it, the mark tells.
   */
  async prepare(database: Database, languages: ReadonlySet<string>): Promise<void> {
    for (const language of languages)
      if (!this.#desks.has(language))
        await database.transaction(tx => this.#fill(tx, language), {
          isolation: 'repeatable read',
          readOnly: true,
        });
  }

  /** Runs `work` at the language's desk. What it decides holds when the transaction commits. */
  async at(tx: Transaction, language: string, work: (desk: Desk) => Promise<void>): Promise<void> {
    const desk = await this.#open(tx, language);
    desk.mark = this.#options.newId();
    await tx.execute(sql`update story_desks set mark = ${desk.mark} where language = ${language}`);
    try {
      await work(desk);
    } catch (error) {
      // Nothing of it will be kept, so whoever comes next fills the desk again before anything else.
      this.#desks.delete(language);
      throw error;
    }
  }

  /** Desks of partitions that others hold now only take room. */
  keepOnly(isHeld: (language: string) => boolean): void {
    for (const language of this.#desks.keys()) if (!isHeld(language)) this.#desks.delete(language);
  }

  /** The languages in which stories wait for their relatives. */
  get behind(): string[] {
    return [...this.#desks.values()]
      .filter(({ unrelated }) => unrelated.size > 0)
      .map(({ language }) => language);
  }

  /** The last minute of which the language's desk has heard what readers did. */
  heardUntil(language: string): number {
    return this.#desks.get(language)?.engagedUntil ?? Number.NEGATIVE_INFINITY;
  }

  async #open(tx: Transaction, language: string): Promise<Desk> {
    const mark = (await this.#take(tx, language)) ?? (await this.#found(tx, language));
    const known = this.#desks.get(language);
    if (known?.mark === mark) return known;
    this.#desks.delete(language);
    return this.#restore(tx, language, mark);
  }

  /** The mark, from now on locked; null when nobody has decided anything in this language yet. */
  async #take(tx: Transaction, language: string): Promise<string | null> {
    const found = await tx.maybe(
      row({ mark: uuid }),
      sql`select mark from story_desks where language = ${language} for update`,
    );
    return found?.mark ?? null;
  }

  async #found(tx: Transaction, language: string): Promise<string> {
    const made = this.#options.newId();
    await tx.execute(sql`
      insert into story_desks (language, mark) values (${language}, ${made}) on conflict (language) do nothing
    `);
    // Somebody else may have been first.
    return (await this.#take(tx, language)) ?? made;
  }

  async #fill(tx: Transaction, language: string): Promise<void> {
    const found = await tx.maybe(
      row({ mark: uuid }),
      sql`select mark from story_desks where language = ${language}`,
    );
    if (found) await this.#restore(tx, language, found.mark);
  }

  async #restore(tx: Transaction, language: string, mark: string): Promise<Desk> {
    const { clock, windowMs } = this.#options;
    const desk = await restoreDesk(tx, language, { now: clock.now(), windowMs });
    desk.mark = mark;
    this.#desks.set(language, desk);
    return desk;
  }
}

export interface DesksOptions {
  readonly clock: Clock;
  readonly newId: () => string;
  /** How long articles are remembered when others are compared with them. */
  readonly windowMs: number;
}
