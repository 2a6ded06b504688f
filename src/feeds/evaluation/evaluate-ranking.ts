import { seededRandom } from '../../lib/random.ts';
import { type ClickLog, type LoggedVisit, readClickLog } from './click-log.ts';
import { ClickModel } from './click-model.ts';
import { areaUnderCurve, gain, reciprocalRank } from './measures.ts';
import {
  byChance,
  byClickRate,
  byContent,
  byFeedWeights,
  byPopularity,
  byRecency,
  type RankingMethod,
} from './methods.ts';

/**
 * FEED-8: replays a click log once, in time order. Each method scores an impression knowing only earlier visits, then
 * learns its clicks. Visits where everything or nothing was clicked are left out of the score.
 */
export async function evaluateRanking(data: string): Promise<RankingReport> {
  const log = await readClickLog(data);
  const rows = methodsFor(log).map(method => judge(method, log.visits));
  return { data, visits: log.visits.length, goal: { auc: GOAL_AUC }, rows };
}

function methodsFor(log: ClickLog): RankingMethod[] {
  return [
    byChance(seededRandom(1)),
    byPopularity(),
    byClickRate(),
    byRecency(),
    byContent(log),
    byFeedWeights(log),
    new ClickModel(),
  ];
}

function judge(method: RankingMethod, visits: readonly LoggedVisit[]): RankingRow {
  const sums = { auc: 0, mrr: 0, ndcg5: 0, ndcg10: 0 };
  let judged = 0;
  for (const visit of visits) {
    const scores = method.score(visit);
    const clicked = visit.shown.map(({ isClicked }) => isClicked);
    const auc = areaUnderCurve(scores, clicked);
    if (auc !== null) {
      judged++;
      const ranked = rankedBy(scores, visit);
      sums.auc += auc;
      sums.mrr += reciprocalRank(ranked);
      sums.ndcg5 += gain(ranked, 5);
      sums.ndcg10 += gain(ranked, 10);
    }
    method.learn(visit);
  }
  const mean = (sum: number) => (judged === 0 ? 0 : sum / judged);
  return {
    method: method.name,
    auc: mean(sums.auc),
    mrr: mean(sums.mrr),
    ndcg5: mean(sums.ndcg5),
    ndcg10: mean(sums.ndcg10),
  };
}

/** Ties are ordered by id, which carries no information about clicks. */
function rankedBy(scores: readonly number[], { shown }: LoggedVisit): boolean[] {
  return [...shown.keys()]
    .sort(
      (a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || ((shown[a]?.id ?? '') < (shown[b]?.id ?? '') ? -1 : 1),
    )
    .map(index => shown[index]?.isClicked ?? false);
}

const GOAL_AUC = 0.63;

export interface RankingRow {
  readonly method: string;
  readonly auc: number;
  readonly mrr: number;
  readonly ndcg5: number;
  readonly ndcg10: number;
}

export interface RankingReport {
  readonly data: string;
  readonly visits: number;
  readonly goal: { readonly auc: number };
  readonly rows: readonly RankingRow[];
}
