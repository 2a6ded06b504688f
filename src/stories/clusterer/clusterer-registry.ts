import type { Clock } from '../../lib/clock.ts';
import type { Database, Transaction } from '../../platform/database/port.ts';
import { row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { LanguageClusterer } from './language-clusterer.ts';
import { restoreClusterer } from './restore.ts';

/**
 * The clusterers of this process. A token keeps memory and database in step: each batch locks the language's row and
 * writes a new token there. A clusterer that finds another token than its own is reloaded: its last batch was rolled
 * back, or another process has written since.
 */
export class ClustererRegistry {
  readonly #options: ClustererRegistryOptions;
  readonly #clusterers = new Map<string, LanguageClusterer>();

  constructor(options: ClustererRegistryOptions) {
    this.#options = options;
  }

  /**
   * Loads missing clusterers before the transaction of a batch, because a large one takes longer to load than a
   * handler may run. Each is loaded from one snapshot; if another process writes after it, the token differs.
   */
  async preload(database: Database, languages: ReadonlySet<string>): Promise<void> {
    for (const language of languages)
      if (!this.#clusterers.has(language))
        await database.transaction(tx => this.#preloadOne(tx, language), {
          isolation: 'repeatable read',
          readOnly: true,
        });
  }

  /** Runs `work` with the language's clusterer under its row lock. The decisions hold when the transaction commits. */
  async run(
    tx: Transaction,
    language: string,
    work: (clusterer: LanguageClusterer) => Promise<void>,
  ): Promise<void> {
    const clusterer = await this.#open(tx, language);
    clusterer.stateToken = this.#options.newId();
    await tx.execute(sql`update story_desks set mark = ${clusterer.stateToken} where language = ${language}`);
    try {
      await work(clusterer);
    } catch (error) {
      // Memory is ahead of the database now, so the next batch must reload.
      this.#clusterers.delete(language);
      throw error;
    }
  }

  /** Drops the clusterers of partitions that other processes hold now. */
  keepOnly(isHeld: (language: string) => boolean): void {
    for (const language of this.#clusterers.keys()) if (!isHeld(language)) this.#clusterers.delete(language);
  }

  /** The languages with stories whose related stories are stale. */
  get withStaleRelated(): string[] {
    return [...this.#clusterers.values()]
      .filter(({ staleRelated }) => staleRelated.size > 0)
      .map(({ language }) => language);
  }

  /** The last minute of engagement that the language's clusterer has applied. */
  engagedUntil(language: string): number {
    return this.#clusterers.get(language)?.engagedUntil ?? Number.NEGATIVE_INFINITY;
  }

  async #open(tx: Transaction, language: string): Promise<LanguageClusterer> {
    const mark = (await this.#lockToken(tx, language)) ?? (await this.#createToken(tx, language));
    const known = this.#clusterers.get(language);
    if (known?.stateToken === mark) return known;
    this.#clusterers.delete(language);
    return this.#restore(tx, language, mark);
  }

  /** The token, locked until the end of the transaction; null for a new language. */
  async #lockToken(tx: Transaction, language: string): Promise<string | null> {
    const found = await tx.maybe(
      row({ mark: uuid }),
      sql`select mark from story_desks where language = ${language} for update`,
    );
    return found?.mark ?? null;
  }

  async #createToken(tx: Transaction, language: string): Promise<string> {
    const token = this.#options.newId();
    await tx.execute(sql`
      insert into story_desks (language, mark) values (${language}, ${token}) on conflict (language) do nothing
    `);
    // Another process may have inserted first.
    return (await this.#lockToken(tx, language)) ?? token;
  }

  async #preloadOne(tx: Transaction, language: string): Promise<void> {
    const found = await tx.maybe(
      row({ mark: uuid }),
      sql`select mark from story_desks where language = ${language}`,
    );
    if (found) await this.#restore(tx, language, found.mark);
  }

  async #restore(tx: Transaction, language: string, mark: string): Promise<LanguageClusterer> {
    const { clock, windowMs } = this.#options;
    const clusterer = await restoreClusterer(tx, language, { now: clock.now(), windowMs });
    clusterer.stateToken = mark;
    this.#clusterers.set(language, clusterer);
    return clusterer;
  }
}

export interface ClustererRegistryOptions {
  readonly clock: Clock;
  readonly newId: () => string;
  /** How long articles are kept for comparison. */
  readonly windowMs: number;
}
