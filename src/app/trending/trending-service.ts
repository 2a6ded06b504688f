import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../platform/database/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import type { TrendingBoard } from '../../signals/trending/board.ts';
import { KnownTopics } from './known-topics.ts';
import { RenderedLists } from './rendered-lists.ts';
import { TrendingLists } from './trending-lists.ts';

/** What serving needs to tell what is trending. */
export function createTrendingService(context: {
  readonly clock: Clock;
  readonly database: Database;
  readonly telemetry: Telemetry;
  readonly trending: TrendingBoard;
}): TrendingService {
  const { trending: board, ...tools } = context;
  const reader = new TrendingLists({ ...tools, board });
  return {
    board,
    lists: reader,
    rendered: new RenderedLists({ ...tools, board, reader }),
    topics: new KnownTopics(tools.database, tools.clock),
  };
}

export interface TrendingService {
  readonly board: TrendingBoard;
  readonly lists: TrendingLists;
  readonly rendered: RenderedLists;
  readonly topics: KnownTopics;
}
