import { type Clock, pause } from '../../lib/clock.ts';
import type { RecentStory, StoryChanged } from '../../model/story.ts';
import type { EventLog } from '../../platform/log/port.ts';
import type { Logger } from '../../platform/telemetry/port.ts';
import { STORIES_CHANGED } from '../../streams.ts';
import { StoryWindow, WINDOW_MS } from './story-window.ts';

/**
 * FEED-2: fills a window and keeps it current from the log. Tailing starts before the first story is read, so a story that
 * changes meanwhile is read again. Each story is read as it is now, whatever the event says, so duplicate and late events
 * change nothing.
 */
export async function openLiveWindow(deps: LiveWindowDeps): Promise<LiveWindow> {
  const { clock, log, stories, logger, onChanges } = deps;
  const window = new StoryWindow();
  const stopping = new AbortController();
  const { promise: hasFirstPage, resolve: firstPage } = Promise.withResolvers<void>();
  let isFilled: Promise<void> = Promise.resolve();
  const inTurn = createQueue();
  const tail = await log.tail(STORIES_CHANGED, async events => {
    await isFilled;
    const changes = events.map(({ data }) => data);
    await inTurn(() => applyChanges(window, stories, changes));
    onChanges?.(changes);
    window.expire(clock.now() - WINDOW_MS);
  });
  isFilled = fill(window, deps, firstPage, stopping.signal);
  await Promise.race([hasFirstPage, isFilled]);
  return {
    window,
    reload: ids =>
      inTurn(() => reload(window, stories, ids)).catch(error =>
        // The event of the same change will follow.
        logger.debug('feeds.reload_failed', { stories: ids, error }),
      ),
    rebuild: () => inTurn(() => rebuild(window, deps)),
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

/** Reads and puts never overlap: a story that was read earlier must not replace one that was read later. */
function createQueue(): (work: () => Promise<unknown>) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return work => {
    const done = last.then(async () => void (await work()));
    last = done.catch(() => undefined);
    return done;
  };
}

/** Pinned stories first, then the newest: pages can be served with them while a large window is still being filled. */
async function fill(
  window: StoryWindow,
  { clock, retryClock, stories, logger }: LiveWindowDeps,
  firstPage: () => void,
  stopping: AbortSignal,
): Promise<void> {
  for (let attempt = 1; !stopping.aborted; attempt++) {
    try {
      for (const recent of await stories.pinned()) window.put(recent);
      for await (const page of stories.since(new Date(clock.now() - WINDOW_MS))) {
        for (const recent of page) window.put(recent);
        firstPage();
        if (stopping.aborted) break;
      }
      return;
    } catch (error) {
      logger.warn('feeds.window_fill_failed', { attempt, error });
      firstPage();
      await pause(retryClock, Math.min(30_000, 500 * 2 ** attempt), stopping);
    }
  }
}

/** Reads every story again, and removes those that are not there any more. */
async function rebuild(window: StoryWindow, { clock, stories }: LiveWindowDeps): Promise<void> {
  const found = new Set<string>();
  const put = (page: readonly RecentStory[]) => {
    for (const recent of page) {
      window.put(recent);
      found.add(recent.story.id);
    }
  };
  put(await stories.pinned());
  for await (const page of stories.since(new Date(clock.now() - WINDOW_MS))) put(page);
  for (const id of window.storyIds()) if (!found.has(id)) window.remove(id);
}

async function applyChanges(
  window: StoryWindow,
  stories: StoryReader,
  changes: readonly StoryChanged[],
): Promise<void> {
  const merged = changes.filter(change => change.kind === 'merged');
  const ids = new Set([...changes.map(({ storyId }) => storyId), ...merged.map(({ into }) => into)]);
  const shown = await reload(window, stories, [...ids]);
  for (const { storyId, into } of merged) if (!shown.has(storyId)) window.redirect(storyId, into);
}

/** Returns the ids of the visible stories; removes the others from the window. */
async function reload(
  window: StoryWindow,
  stories: StoryReader,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Map((await stories.byIds(ids)).map(recent => [recent.story.id, recent]));
  for (const id of ids) {
    const recent = found.get(id);
    if (recent) window.put(recent);
    else window.remove(id);
  }
  return new Set(found.keys());
}

/** The queries that fill the window. They never return hidden or removed stories. */
export interface StoryReader {
  /** Stories that editors pinned, of any age. */
  pinned(): Promise<readonly RecentStory[]>;
  /** Stories changed since then, newest first, page by page. */
  since(moment: Date): AsyncIterable<readonly RecentStory[]>;
  byIds(ids: readonly string[]): Promise<readonly RecentStory[]>;
}

export interface LiveWindow {
  readonly window: StoryWindow;
  /** Reads these stories again now, without waiting for their events. Never rejects. */
  reload(ids: readonly string[]): Promise<void>;
  /** Reads the whole window again, as a new process would. */
  rebuild(): Promise<void>;
  /** Resolves when everything that was committed before the call has arrived. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
}

export interface LiveWindowDeps {
  /** Decides when stories expire. */
  readonly clock: Clock;
  /** Paces retries; never a clock under test control. */
  readonly retryClock: Clock;
  readonly logger: Logger;
  readonly log: EventLog;
  readonly stories: StoryReader;
  /** Called with the changes that the window now contains. */
  readonly onChanges?: (changes: readonly StoryChanged[]) => void;
}
