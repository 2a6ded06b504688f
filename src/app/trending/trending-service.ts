import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../platform/database/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import type { TrendingBoard } from '../../signals/trending/board.ts';
import { RenderedLists } from './rendered-lists.ts';
import { TrendingLists } from './trending-lists.ts';

/** The trending lists of this process. */
export function createTrendingService(context: {
  readonly clock: Clock;
  readonly database: Database;
  readonly telemetry: Telemetry;
  readonly trending: TrendingBoard;
}): TrendingService {
  const { trending: board, ...deps } = context;
  const reader = new TrendingLists({ ...deps, board });
  return {
    board,
    lists: reader,
    rendered: new RenderedLists({ ...deps, board, lists: reader }),
  };
}

/** FEED-3: how fast a story is rising, from 0 to 1: its score relative to the first of the last hour. */
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

export interface TrendingService {
  readonly board: TrendingBoard;
  readonly lists: TrendingLists;
  readonly rendered: RenderedLists;
}
