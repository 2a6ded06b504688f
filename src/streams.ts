import { isRecord } from './lib/guards.ts';
import {
  type AcceptedSignals,
  decodeAccepted,
  encodeAccepted,
  isAcceptedColumns,
} from './model/accepted-signals.ts';
import { type ArticleStored, isArticleStored } from './model/article.ts';
import { isReaderChanged, type ReaderChanged } from './model/reader.ts';
import { SIGNAL_PARTITIONS, visitorKey } from './model/signal-partitions.ts';
import { type ClusteringEvent, isClusteringEvent, isStoryChanged, type StoryChanged } from './model/story.ts';
import { isTrendingEntered, type TrendingEntered } from './model/trending.ts';
import {
  decodeValid,
  decodeValid1,
  decodeValid2,
  encodeValid,
  type ValidEvent,
} from './model/valid-signals.ts';

/*
 * The catalogue of streams. Flows meet only here: one flow appends to a stream, others consume it. A stream's number of
 * partitions limits how many processes share the work of a consumer group, and cannot change once the stream exists.
 */

export const ARTICLES_NEW = defineStream<ArticleStored>({
  name: 'articles.new',
  description: 'An article was stored for the first time.',
  version: 1,
  keyedBy: 'article',
  key: ({ articleId }) => articleId,
  partitions: 8,
  retentionDays: 30,
  encode: event => event,
  decode: { 1: data => (isArticleStored(data) ? data : null) },
});

/** Stories never mix languages, so the process that holds a partition is the only writer of its languages. */
export const ARTICLES_DESCRIBED = defineStream<ClusteringEvent>({
  name: 'articles.described',
  description: 'An article is ready for clustering, or an editor ordered a change to stories.',
  version: 1,
  keyedBy: 'language',
  key: ({ language }) => language,
  partitions: 8,
  retentionDays: 30,
  encode: event => event,
  decode: { 1: data => (isClusteringEvent(data) ? data : null) },
});

export const STORIES_CHANGED = defineStream<StoryChanged>({
  name: 'stories.changed',
  description: 'A story is new, changed, merged into another, gone, or began or stopped breaking.',
  version: 1,
  keyedBy: 'story',
  key: ({ storyId }) => storyId,
  partitions: 8,
  retentionDays: 30,
  encode: event => event,
  decode: { 1: data => (isStoryChanged(data) ? data : null) },
});

/** These signals contain addresses and browsers, so they are stored only as long as rules can be tested on them. */
export const SIGNALS_ACCEPTED = defineStream<AcceptedSignals>({
  name: 'signals.accepted',
  description: 'Signals as visitors sent them, with address and browser, before the rules.',
  version: 1,
  keyedBy: 'visitor',
  key: ({ key }) => key,
  partitions: SIGNAL_PARTITIONS,
  retentionDays: 2,
  encode: encodeAccepted,
  decode: { 1: (data, key) => (isAcceptedColumns(data) ? decodeAccepted(data, key) : null) },
});

export const SIGNALS_VALID = defineStream<ValidEvent>({
  name: 'signals.valid',
  description: "Signals that passed the rules, and readers' commands about their interests.",
  version: 3,
  keyedBy: 'visitor',
  key: event => (event.kind === 'signals' ? event.key : visitorKey(event.userId)),
  partitions: SIGNAL_PARTITIONS,
  retentionDays: 7,
  isArchived: true,
  encode: encodeValid,
  decode: { 1: decodeValid1, 2: decodeValid2, 3: decodeValid },
  unmarkedVersion: data => (Array.isArray(data) ? 1 : 2),
});

export const TRENDING_ENTERED = defineStream<TrendingEntered>({
  name: 'trending.entered',
  description: 'An article or story entered the top of a trending list for the first time.',
  version: 1,
  keyedBy: 'article or story',
  key: ({ id }) => id,
  partitions: 4,
  retentionDays: 30,
  encode: event => event,
  decode: { 1: data => (isTrendingEntered(data) ? data : null) },
});

export const INTERESTS_CHANGED = defineStream<ReaderChanged>({
  name: 'interests.changed',
  description: "A reader's interests or preferences changed.",
  version: 1,
  keyedBy: 'user',
  key: ({ userId }) => userId,
  partitions: 8,
  retentionDays: 7,
  encode: event => event,
  decode: { 1: data => (isReaderChanged(data) ? data : null) },
});

export const STREAMS: readonly StreamInfo[] = [
  ARTICLES_NEW,
  ARTICLES_DESCRIBED,
  STORIES_CHANGED,
  SIGNALS_ACCEPTED,
  SIGNALS_VALID,
  TRENDING_ENTERED,
  INTERESTS_CHANGED,
];

/**
 * A stored event is a key and JSON. Events of version 1 are stored as encoded; later versions add the member `v`. A
 * decoder for each version that may still be in the log yields the current type; only the newest version is written.
 */
export function defineStream<T>(definition: StreamDefinition<T>): Stream<T> {
  const { name, version, encode, decode, unmarkedVersion = () => 1 } = definition;
  return {
    ...definition,
    encode: event => (version === 1 ? encode(event) : marked(name, version, encode(event))),
    decode: (data, key) => {
      const stored = isRecord(data) && typeof data['v'] === 'number' ? data['v'] : unmarkedVersion(data);
      const decoder = decode[stored];
      if (decoder === undefined)
        throw new TypeError(
          `${name}: version ${stored} of an event is unknown; this program reads up to ${version}`,
        );
      const event = decoder(data, key);
      if (event === null)
        throw new TypeError(`${name}: the event does not have the shape of version ${stored}`);
      return event;
    },
  };
}

function marked(name: string, version: number, data: unknown): unknown {
  if (!isRecord(data)) throw new TypeError(`${name}: an event of version ${version} must be an object`);
  return { v: version, ...data };
}

export interface StreamSettings {
  readonly name: string;
  readonly partitions: number;
  readonly retentionDays: number;
  /**
   * EVT-5: whether events are archived before retention drops them, so that `history` returns all of them. Decoders of
   * such a stream stay for good.
   */
  readonly isArchived?: boolean;
}

export interface StreamInfo extends StreamSettings {
  readonly description: string;
  /** The version that is written, from 1. */
  readonly version: number;
  /** What the key identifies. Events with the same key keep their order. */
  readonly keyedBy: string;
}

export interface Stream<T> extends StreamInfo {
  key(event: T): string;
  /** The JSON value to store. */
  encode(event: T): unknown;
  /** Throws when the data is not an event of a known version. */
  decode(data: unknown, key: string): T;
}

interface StreamDefinition<T> extends StreamInfo {
  readonly key: (event: T) => string;
  readonly encode: (event: T) => unknown;
  /** By version; null for data that does not have the version's shape. */
  readonly decode: Readonly<Record<number, (data: unknown, key: string) => T | null>>;
  /** The version of an event without the member `v`; 1 by default. */
  readonly unmarkedVersion?: (data: unknown) => number;
}
