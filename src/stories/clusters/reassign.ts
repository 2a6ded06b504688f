import type { Change } from './changes.ts';
import type { Story } from './story-cluster.ts';
import type { StoryOptions } from './story-index-options.ts';
import type { Stories } from './story-set.ts';

/**
 * Moves an article to a story that it fits clearly better than its own, as if it had come only now. By "clearly" it
 * settles: it would not go back. A story of one text alone, with its copies, becomes part of the other. What editors
 * decided stays; so does an article that gave its story the id, and one that may have copies beside it.
 */
export function secondLook(
  number: number,
  own: Story,
  stories: Stories,
  options: Required<StoryOptions>,
  changes: Change[],
): void {
  const id = stories.window.articles.id(number);
  if (!isFree(number, id, own, stories)) return;
  const { other, odds, ownOdds } = weigh(number, id, own, stories, options);
  if (other === undefined || odds < Math.max(options.joinAt, ownOdds + CLEARLY)) return;
  if (own.voters === 1) {
    changes.push(stories.join(own, other));
    return;
  }
  stories.moveTo(number, other);
  changes.push({ kind: 'split', from: own.id, into: other.id, articles: [id] });
}

function isFree(number: number, id: string, own: Story, { window, rules }: Stories): boolean {
  if (window.articles.isQuiet(number) || rules.pinOf(id) !== undefined || rules.isWhole(own.id)) return false;
  return own.voters === 1 || (own.id !== id && own.voters === own.members.length);
}

function weigh(
  number: number,
  id: string,
  own: Story,
  { window, rules }: Stories,
  options: Required<StoryOptions>,
): Weighed {
  const weighed: Weighed = { other: undefined, odds: Number.NEGATIVE_INFINITY, ownOdds: NO_FIT };
  for (const { story, evidence } of window.candidatesAgain(number, own)) {
    const odds = options.odds(evidence);
    if (story === own) weighed.ownOdds = odds;
    else if (odds > weighed.odds && !rules.bans(id, story.id) && !rules.areApart(own.id, story.id)) {
      weighed.other = story;
      weighed.odds = odds;
    }
  }
  return weighed;
}

const CLEARLY = 1;
/** What an article says that shares no telling word with the rest of its story. */
const NO_FIT = -4;

interface Weighed {
  other: Story | undefined;
  odds: number;
  ownOdds: number;
}
