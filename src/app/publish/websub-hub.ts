import type { StoryChanged } from '../../model/story.ts';
import type { Consumer, EventLog, LogEvent } from '../../platform/log/port.ts';
import { outgoingFetch } from '../../platform/outgoing/outgoing.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import { STORIES_CHANGED, type Stream, TRENDING_ENTERED } from '../../streams.ts';

/**
 * FEED-12, TREND-9: notifies the configured hub of changed feeds (WebSub, `hub.mode=publish`). Many changes are one
 * message. A failed notification is not retried: the next change repeats it, and the feed has everything.
 */
export async function publishToHub(tools: WebSubDeps, to: HubOptions): Promise<{ stop(): Promise<void> }> {
  const consumers = [
    await publish(tools, to, { group: 'websub-publish', stream: STORIES_CHANGED, feedsOf: feedsOfChanges }),
    await publish(tools, to, {
      group: 'websub-publish-trending',
      stream: TRENDING_ENTERED,
      feedsOf: () => ['/feeds/trending'],
    }),
  ];
  return {
    stop: async () => {
      await Promise.all(consumers.map(consumer => consumer.stop()));
    },
  };
}

function publish<T>(
  { log, telemetry }: WebSubDeps,
  { hub, origin }: HubOptions,
  { group, stream, feedsOf }: HubSubscription<T>,
): Promise<Consumer> {
  return log.consume(
    { group, stream, from: 'end' },
    {
      prepare: async events => {
        const urls = feedsOf(events).flatMap(path => FORMATS.map(format => `${origin}${path}.${format}`));
        await notifyHub(hub, urls).catch(error => telemetry.log.warn('websub.notify_failed', { error }));
        return async () => undefined;
      },
    },
  );
}

/** The feeds of everything, and those of the stories themselves. */
function feedsOfChanges(events: readonly LogEvent<StoryChanged>[]): string[] {
  const stories = new Set(events.map(({ data }) => `/feeds/story/${data.storyId}`));
  return ['/feeds/top', '/feeds/latest', ...[...stories].slice(0, MAX_STORIES)];
}

async function notifyHub(hub: string, urls: readonly string[]): Promise<void> {
  const body = new URLSearchParams([
    ['hub.mode', 'publish'],
    ...urls.map(url => ['hub.url', url] as [string, string]),
  ]);
  const answer = await outgoingFetch(hub, {
    purpose: 'the WebSub hub',
    trust: 'operator',
    timeoutMs: 10_000,
    maxBytes: 10_000,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
  });
  if (!answer.ok) throw new Error(`the hub answered with ${answer.status}`);
}

const FORMATS = ['atom', 'rss', 'json'] as const;
const MAX_STORIES = 50;

interface WebSubDeps {
  readonly log: EventLog;
  readonly telemetry: Telemetry;
}

interface HubSubscription<T> {
  readonly group: string;
  readonly stream: Stream<T>;
  readonly feedsOf: (events: readonly LogEvent<T>[]) => readonly string[];
}

interface HubOptions {
  readonly hub: string;
  readonly origin: string;
}
