import type { TrendingBoard } from '../../signals/trending/board.ts';

/** FEED-3: how much a story rises, from 0 to 1: its score beside that of the first in the list of the last hour. */
export function trendingScores(board: TrendingBoard): (storyId: string) => number {
  let version = -1;
  let scores = new Map<string, number>();
  return storyId => {
    if (board.version('1h') !== version) {
      version = board.version('1h');
      const entries = board.of({ window: '1h', of: 'stories', by: 'blend' });
      const best = entries[0]?.score ?? 1;
      scores = new Map(entries.map(({ id, score }) => [id, best > 0 ? score / best : 0]));
    }
    return scores.get(storyId) ?? 0;
  };
}
