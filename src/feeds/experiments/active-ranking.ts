import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../lib/clock.ts';
import { RefreshingValue } from '../../lib/refreshing-value.ts';
import type { Database } from '../../platform/database/port.ts';
import type { Logger } from '../../platform/telemetry/port.ts';
import { parseSettings, type RankingSettings, STANDARD } from '../ranking/settings.ts';
import { type Arm, armOf } from './assign.ts';
import {
  listExperiments,
  listVariants,
  STANDARD_VARIANT,
  type StoredExperiment,
} from './stored-experiments.ts';

/**
 * FEED-3, FEED-9: the ranking settings in use, refreshed in the background every few seconds. While the database is
 * away the last settings stay in use, and the built-in ones before the first load.
 */
export class ActiveRanking {
  readonly #deps: ActiveRankingDeps;
  #variants = new Map<string, RankingSettings>();
  #experiments: readonly StoredExperiment[] = [];
  readonly refreshing: RefreshingValue;

  constructor(deps: ActiveRankingDeps) {
    this.#deps = deps;
    const { clock, log } = deps;
    this.refreshing = new RefreshingValue({
      clock,
      maxAgeMs: FRESH_MS,
      load: () => this.#read(),
      onError: error => log.debug('ranking.refresh_failed', { error }),
    });
  }

  async #read(): Promise<void> {
    const { database, log } = this.#deps;
    const [variants, experiments] = await Promise.all([listVariants(database), listExperiments(database)]);
    this.#variants = new Map(
      variants.flatMap(({ id, settings }) => {
        try {
          return [[id, this.#keepIfEqual(id, parseSettings(settings))] as const];
        } catch (error) {
          log.warn('ranking.variant_invalid', { variant: id, error });
          return [];
        }
      }),
    );
    this.#experiments = experiments.filter(({ endedAt }) => endedAt === null);
  }

  /** Experiments apply to readers only; visitors and public feeds get the standard ranking. */
  for(userId: string | null): RankingChoice {
    void this.refreshing.refreshIfStale();
    const standard: RankingChoice = { variant: STANDARD_VARIANT, settings: this.#settings(STANDARD_VARIANT) };
    if (userId === null) return standard;
    for (const { id, share, control, variant, mode } of this.#experiments) {
      const arm = armOf({ id, share }, userId);
      if (arm === null) continue;
      const other = { variant, settings: this.#settings(variant) };
      const usual = { variant: control, settings: this.#settings(control) };
      if (mode === 'shadow') return { ...usual, trial: { experiment: id, arm: 'control' }, shadow: other };
      return { ...(arm === 'variant' ? other : usual), trial: { experiment: id, arm } };
    }
    return standard;
  }

  /** Equal settings keep their object, because scores are cached by it. */
  #keepIfEqual(id: string, settings: RankingSettings): RankingSettings {
    const before = this.#variants.get(id);
    return before !== undefined && isDeepStrictEqual(before, settings) ? before : settings;
  }

  #settings(variant: string): RankingSettings {
    return this.#variants.get(variant) ?? STANDARD;
  }
}

const FRESH_MS = 5_000;

export interface ActiveRankingDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface RankingChoice {
  readonly variant: string;
  readonly settings: RankingSettings;
  /** The experiment that chose the settings, recorded with what is shown. */
  readonly trial?: { readonly experiment: string; readonly arm: Arm };
  /** Settings to rank with and record, but not show. */
  readonly shadow?: { readonly variant: string; readonly settings: RankingSettings };
}
