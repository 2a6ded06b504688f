import type { LoggedVisit } from './click-log.ts';
import { DecayingCount } from './decaying-count.ts';
import type { RankingMethod } from './methods.ts';

/**
 * Predicts clicks without texts: from an article's recent and total click rate, its age, how often it is
 * being shown, and whether it is in readers' histories. A multinomial regression (which of the shown
 * articles is clicked?) weighs these features. It starts from weights found on other days and takes a small
 * step with every visit.
 *
 * Measured on the development log (3,500 visits, AUC): click rate alone 0.627, with a half-life of 12 hours
 * 0.629, plus age 0.633, plus current views 0.637; a step of 0.02 gave 0.638, 0.1 gave 0.629.
 */
export class ClickModel implements RankingMethod {
  readonly name = 'ours: click model';
  readonly #weights = Float64Array.from(INITIAL_WEIGHTS);
  readonly #clicks = new DecayingCount(Number.POSITIVE_INFINITY);
  readonly #views = new DecayingCount(Number.POSITIVE_INFINITY);
  readonly #recentClicks = new DecayingCount(12 * HOUR);
  readonly #recentViews = new DecayingCount(12 * HOUR);
  readonly #shownNow = new DecayingCount(4 * HOUR);
  readonly #firstShown = new Map<string, number>();
  readonly #inHistories = new DecayingCount(Number.POSITIVE_INFINITY);
  #allClicks = 1;
  #allViews = 20;

  score(visit: LoggedVisit): number[] {
    return this.#featuresOf(visit).map(features => dot(this.#weights, features));
  }

  learn(visit: LoggedVisit): void {
    this.#step(visit);
    for (const { id, isClicked } of visit.shown) {
      for (const views of [this.#views, this.#recentViews, this.#shownNow]) views.add(id, 1, visit.at);
      if (isClicked) for (const clicks of [this.#clicks, this.#recentClicks]) clicks.add(id, 1, visit.at);
      if (!this.#firstShown.has(id)) this.#firstShown.set(id, visit.at);
      this.#allViews++;
      if (isClicked) this.#allClicks++;
    }
    for (const id of new Set(visit.history)) this.#inHistories.add(id, 1, visit.at);
  }

  #featuresOf({ at, history, shown }: LoggedVisit): number[][] {
    const averageRate = this.#allClicks / this.#allViews;
    const read = new Set(history.slice(-RECENT_CLICKS));
    return shown.map(({ id }) => {
      const clicks = this.#clicks.of(id, at);
      const views = this.#views.of(id, at);
      const rate = (clicks + averageRate * 20) / (views + 20);
      const recentRate =
        (this.#recentClicks.of(id, at) + averageRate * 10) / (this.#recentViews.of(id, at) + 10);
      const firstShown = this.#firstShown.get(id);
      const hours = firstShown === undefined ? 0 : (at - firstShown) / HOUR;
      return [
        Math.log(recentRate / averageRate),
        Math.log(rate / averageRate),
        Math.log1p(hours) / 3,
        firstShown === undefined ? 1 : 0,
        hours > 0 && hours < 2 ? 1 : 0,
        hours > 24 ? 1 : 0,
        Math.log1p(views) / 5,
        Math.log1p(this.#inHistories.of(id, at)) / 3,
        read.has(id) ? 1 : 0,
        Math.log1p(this.#shownNow.of(id, at)) / 3,
        clicks > 0 ? 1 : 0,
        Math.log1p(clicks) / 3,
      ];
    });
  }

  #step(visit: LoggedVisit): void {
    const hits = visit.shown.filter(({ isClicked }) => isClicked).length;
    if (hits === 0 || hits === visit.shown.length) return;
    const features = this.#featuresOf(visit);
    const scores = features.map(each => dot(this.#weights, each));
    const highest = Math.max(...scores);
    const powers = scores.map(score => Math.exp(score - highest));
    const sum = powers.reduce((total, power) => total + power, 0);
    for (const [candidate, each] of features.entries()) {
      const wanted = visit.shown[candidate]?.isClicked ? 1 / hits : 0;
      const by = STEP * (wanted - (powers[candidate] ?? 0) / sum);
      for (const [index, feature] of each.entries())
        this.#weights[index] = (this.#weights[index] ?? 0) + by * feature;
    }
  }
}

function dot(weights: Float64Array, features: readonly number[]): number {
  return features.reduce((sum, feature, index) => sum + feature * (weights[index] ?? 0), 0);
}

const HOUR = 3_600_000;
const RECENT_CLICKS = 50;
const STEP = 0.02;
/** In the order of the features. */
const INITIAL_WEIGHTS = [0.35, 0.35, -0.3, 0.13, 0.06, -0.2, -0.1, 0.2, 0.3, -0.3, -0.28, -0.1];
