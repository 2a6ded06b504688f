import type { ClusterChange } from './changes.ts';
import type { StoryCluster } from './story-cluster.ts';
import type { StoryIndexOptions } from './story-index-options.ts';
import type { StorySet } from './story-set.ts';

/**
 * Moves an article to a story that it fits clearly better than its own, as if it arrived now. The margin prevents it
 * from moving back. A story of one text with its copies merges into the other. Editors' rulings hold, and an article
 * stays when it gave its story the id or may have copies beside it.
 */
export function reassignIfBetter(
  number: number,
  own: StoryCluster,
  stories: StorySet,
  options: Required<StoryIndexOptions>,
  changes: ClusterChange[],
): void {
  const id = stories.window.articles.id(number);
  if (!mayMove(number, id, own, stories)) return;
  const { other, odds, ownOdds } = findBestAlternative(number, id, own, stories, options);
  if (other === undefined || odds < Math.max(options.joinAt, ownOdds + MIN_GAIN)) return;
  if (own.voters === 1) {
    changes.push(stories.merge(own, other));
    return;
  }
  stories.moveTo(number, other);
  changes.push({ kind: 'split', from: own.id, into: other.id, articles: [id] });
}

function mayMove(number: number, id: string, own: StoryCluster, { window, rules }: StorySet): boolean {
  if (window.articles.isRepeat(number) || rules.pinOf(id) !== undefined || rules.isWhole(own.id))
    return false;
  return own.voters === 1 || (own.id !== id && own.voters === own.members.length);
}

function findBestAlternative(
  number: number,
  id: string,
  own: StoryCluster,
  { window, rules }: StorySet,
  options: Required<StoryIndexOptions>,
): BestAlternative {
  const weighed: BestAlternative = { other: undefined, odds: Number.NEGATIVE_INFINITY, ownOdds: NO_FIT };
  for (const { story, evidence } of window.candidatesWithOwn(number, own)) {
    const odds = options.odds(evidence);
    if (story === own) weighed.ownOdds = odds;
    else if (odds > weighed.odds && !rules.bans(id, story.id) && !rules.areApart(own.id, story.id)) {
      weighed.other = story;
      weighed.odds = odds;
    }
  }
  return weighed;
}

const MIN_GAIN = 1;
/** The log-odds of an article that shares no salient word with the rest of its story. */
const NO_FIT = -4;

interface BestAlternative {
  other: StoryCluster | undefined;
  odds: number;
  ownOdds: number;
}
