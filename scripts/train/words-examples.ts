import { seededRandom } from '../../src/lib/random.ts';
import { ClusterWindow } from '../../src/stories/clusters/cluster-window.ts';
import type { LabelledStorySet } from '../../src/stories/clusters/evaluation/sets.ts';
import { EVIDENCE } from '../../src/stories/clusters/evidence.ts';
import { extractFeatures } from '../../src/stories/clusters/features.ts';
import type { StoryCluster } from '../../src/stories/clusters/story-cluster.ts';
import type { Example } from './words-network.ts';

/**
 * Replays a labelled set through the window with correct placements, and records for each article the evidence for
 * the likeliest stories and which was right. Now and then an article opens a second story for its event, or joins
 * the likeliest story of another event, so that the network also sees the fragments and mixtures of production: one
 * that never saw a mixture assigns all texts of the same template to it.
 */
export function examplesOf(set: LabelledStorySet, weight: number): Example[] {
  const window = new ClusterWindow(set.articles.length);
  const truth = new Map<StoryCluster, string>();
  const first = new Map<string, StoryCluster>();
  const random = seededRandom(5);
  const complete = sizeOfComplete(set);
  const found: { evidence: Float64Array; belongs: boolean }[] = [];
  for (const [index, article] of set.articles.entries()) {
    const id = String(index);
    const kept = extractFeatures(article);
    const sought = window.vectorOf(kept);
    const likely = window
      .candidates(sought)
      .sort((a, b) => b.whole - a.whole)
      .slice(0, MAX_CANDIDATES);
    const right = likely.filter(({ story }) => truth.get(story) === article.story);
    const silent = random.fraction() < SILENT;
    for (const { evidence, story } of likely)
      if (story.voters < complete)
        found.push({
          evidence: silent ? withoutMeaning(evidence) : evidence,
          belongs: truth.get(story) === article.story,
        });
    const known = right[0]?.story ?? first.get(article.story);
    const isMistake = random.fraction() < MISTAKES;
    const wrong = isMistake ? likely.find(({ story }) => truth.get(story) !== article.story) : undefined;
    if (wrong !== undefined) {
      window.insert(id, kept, sought, wrong.story, false);
      continue;
    }
    const fragment = known === undefined || random.fraction() < FRAGMENTS;
    const story = fragment ? window.newStory(id, sought.language, sought.time) : known;
    truth.set(story, article.story);
    if (known === undefined) first.set(article.story, story);
    window.insert(id, kept, sought, story, false);
  }
  return found.map(example => ({ ...example, weight: weight / found.length }));
}

/**
 * Some sets have exactly three articles per story. Elsewhere stories have no such limit, so complete stories are skipped.
 */
function sizeOfComplete({ articles }: LabelledStorySet): number {
  const sizes = [...Map.groupBy(articles, ({ story }) => story).values()].map(({ length }) => length);
  const largest = sizes.reduce((max, size) => Math.max(max, size), 0);
  return largest <= 3 ? largest : Number.POSITIVE_INFINITY;
}

function withoutMeaning(evidence: Float64Array): Float64Array {
  const without = evidence.slice();
  for (const at of MEANINGS) without[at] = 0;
  return without;
}

const MEANINGS = EVIDENCE.flatMap((name, at) => (name.includes('meaning') ? [at] : []));
const MAX_CANDIDATES = 6;
const FRAGMENTS = 0.05;
const MISTAKES = 0.03;
/** Some articles get no meaning vector, like all articles in languages without vectors. */
const SILENT = 0.2;
