import { type Clock, pause } from '../../lib/clock.ts';
import type { RecentStory, StoryChanged } from '../../model/story.ts';
import type { EventLog } from '../../platform/log/port.ts';
import type { Logger } from '../../platform/telemetry/port.ts';
import { STORIES_CHANGED } from '../../streams.ts';
import { StoryWindow, WINDOW_MS } from './story-window.ts';

/**
 * FEED-2: fills a window and keeps it current from the log. Following begins before the first story is read, so whatever
 * changes meanwhile is looked at again; a story is read as it is now, whatever the event said, so that an event that
 * comes twice or late changes nothing.
 */
export async function openLiveWindow(deps: LiveWindowDeps): Promise<LiveWindow> {
  const { clock, log, stories: newsroom, onChanges: onTaken } = deps;
  const window = new StoryWindow();
  const stopping = new AbortController();
  const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>();
  let isFilled: Promise<void> = Promise.resolve();
  const tail = await log.tail(STORIES_CHANGED, async events => {
    await isFilled;
    const changes = events.map(({ data }) => data);
    await applyChanges(window, newsroom, changes);
    onTaken?.(changes);
    window.expire(clock.now() - WINDOW_MS);
  });
  isFilled = fill(window, deps, begun, stopping.signal);
  await Promise.race([hasBegun, isFilled]);
  return {
    window,
    caughtUp: async () => {
      await isFilled;
      await tail.caughtUp();
    },
    stop: async () => {
      stopping.abort();
      await isFilled;
      await tail.stop();
    },
  };
}

/** The newest come first: with them pages can be made, while a large window is still being filled behind. */
async function fill(
  window: StoryWindow,
  { clock, retryClock: pace, stories: newsroom, logger }: LiveWindowDeps,
  begun: () => void,
  stopping: AbortSignal,
): Promise<void> {
  for (let attempt = 1; !stopping.aborted; attempt++) {
    try {
      for await (const stories of newsroom.since(new Date(clock.now() - WINDOW_MS))) {
        for (const recent of stories) window.put(recent);
        begun();
        if (stopping.aborted) break;
      }
      return;
    } catch (error) {
      logger.warn('the window of recent stories could not be filled', { error });
      begun();
      await pause(pace, Math.min(30_000, 500 * 2 ** attempt), stopping);
    }
  }
}

async function applyChanges(
  window: StoryWindow,
  newsroom: StoryReader,
  changes: readonly StoryChanged[],
): Promise<void> {
  const ids = [
    ...new Set(
      changes.flatMap(change => [change.storyId, ...(change.kind === 'merged' ? [change.into] : [])]),
    ),
  ];
  const found = new Map((await newsroom.byIds(ids)).map(recent => [recent.story.id, recent]));
  for (const change of changes)
    if (change.kind === 'merged' && !found.has(change.storyId)) window.redirect(change.storyId, change.into);
  for (const id of ids) {
    const recent = found.get(id);
    if (recent) window.put(recent);
    else window.remove(id);
  }
}

/** Where stories are read from. */
export interface StoryReader {
  since(moment: Date): AsyncIterable<readonly RecentStory[]>;
  /** Those that are stories, and shown. */
  byIds(ids: readonly string[]): Promise<readonly RecentStory[]>;
}

export interface LiveWindow {
  readonly window: StoryWindow;
  /** Resolves when everything that was committed before the call is in. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
}

export interface LiveWindowDeps {
  /** By which stories grow old. */
  readonly clock: Clock;
  /** By which is waited for machines. */
  readonly retryClock: Clock;
  readonly logger: Logger;
  readonly log: EventLog;
  readonly stories: StoryReader;
  /** Told of what pages know from now on. */
  readonly onChanges?: (changes: readonly StoryChanged[]) => void;
}
