import type { AccountsContext, CredentialResolver } from '../accounts/index.ts';
import type { IdentityProvider } from '../accounts/oidc/index.ts';
import type { Config } from '../config.ts';
import type { TextCache } from '../lib/text-cache.ts';
import type { Archive } from '../platform/archive/port.ts';
import type { Broker } from '../platform/broker/port.ts';
import type { RateLimits, SharedCache } from '../platform/cache/port.ts';
import type { EventLog } from '../platform/log/port.ts';
import type { Outbound } from '../platform/outbound/port.ts';
import type { Tasks } from '../platform/tasks/port.ts';
import type { SearchIndexHandle } from '../search/index-handle.ts';
import type { RecentSearchLists } from '../search/recent/recent-searches.ts';
import type { TrendingQueries } from '../search/suggest/trending-queries.ts';
import type { AcceptSignals } from '../signals/accept/accept-signals.ts';
import type { AgentRules } from '../signals/accept/agent-rules.ts';
import type { TrendingBoard } from '../signals/trending/board.ts';
import type { LastHour } from './admin/overview/last-hour.ts';
import type { ThroughputSamples } from './admin/overview/throughput.ts';
import type { DemoWatch } from './demo/demo-edition.ts';
import type { FeedService } from './feeds/feed-service.ts';
import type { ReaderCountry } from './signals/reader-country.ts';
import type { TopicCache } from './topics.ts';
import type { TrendingService } from './trending/trending-service.ts';

/** Everything that request handlers depend on. */
export interface AppContext extends AccountsContext {
  readonly config: Config;
  readonly cache: SharedCache;
  /** Limits of sign-ins and accounts, which all web processes share. */
  readonly limits: RateLimits;
  readonly broker: Broker;
  readonly archive: Archive;
  readonly log: EventLog;
  readonly tasks: Tasks;
  /** The only client for addresses that users or feeds supplied. */
  readonly outbound: Outbound;
  /** Accepts readers' signals. */
  readonly signals: AcceptSignals;
  /** Which of them will not count because of their user agent. */
  readonly agentRules: AgentRules;
  /** The country in which a reader's signals count. */
  readonly countryOf: ReaderCountry;
  /** What is trending now, in memory. */
  readonly trending: TrendingBoard;
  readonly recentSearches: RecentSearchLists;
  /** Queries that many readers searched for. */
  readonly trendingQueries: TrendingQueries;
  /** Empty when this process has no index. */
  readonly searchIndex: SearchIndexHandle;
  readonly trendingService: TrendingService;
  readonly topics: TopicCache;
  /** Feeds, ranked in the memory of this process. */
  readonly feeds: FeedService;
  readonly demo: DemoWatch;
  /** Sanitised article bodies by the hash of their source. */
  readonly articleBodies: TextCache;
  /** For the rates on the operator's overview. */
  readonly throughput: ThroughputSamples;
  /** For the quantiles on the operator's overview. */
  readonly lastHour: LastHour;
  readonly credentials: CredentialResolver;
  readonly identityProvider: IdentityProvider | null;
  readonly version: string;
  /** Aborted when the program stops, so that waiting requests end. */
  readonly stopping: AbortSignal;
}
