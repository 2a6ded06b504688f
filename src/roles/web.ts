import type { RequestListener, Server } from 'node:http';
import { createCredentialResolver } from '../accounts/index.ts';
import { createIdentityProvider } from '../accounts/oidc/index.ts';
import { LastHour } from '../app/admin/overview/last-hour.ts';
import { ThroughputSamples } from '../app/admin/overview/throughput.ts';
import type { AppContext } from '../app/context.ts';
import { watchDemo } from '../app/demo/demo-edition.ts';
import { FeedService } from '../app/feeds/feed-service.ts';
import { createReaderCountry } from '../app/signals/reader-country.ts';
import { TopicCache } from '../app/topics.ts';
import { createTrendingService, trendingScores } from '../app/trending/trending-service.ts';
import type { Config } from '../config.ts';
import { accountsOf, configuredOrigin, type Installation, recentSearchesOf } from '../context.ts';
import { systemClock } from '../lib/clock.ts';
import { TextCache } from '../lib/text-cache.ts';
import { TrendingQueries } from '../search/suggest/trending-queries.ts';
import { API_ROUTES } from '../serve/api/index.ts';
import { openapi } from '../serve/http/openapi.ts';
import { createHttpServer, createServer } from '../serve/http/server.ts';
import { loadAssets } from '../serve/web/assets.ts';
import { createPageDeps, registerWeb } from '../serve/web/index.ts';
import { showProblemPage } from '../serve/web/register-pages.ts';
import { createSignalAcceptor } from '../signals/accept/accept-signals.ts';
import { AgentRules } from '../signals/accept/agent-rules.ts';
import { followSnapshots } from '../signals/trending/follow-snapshots.ts';
import { VERSION } from '../version.ts';
import type { RunningRole } from './role.ts';

/** The role `web`: the API and the pages on one port. */
export async function startWebRole(installation: Installation): Promise<RunningRole> {
  const { config, telemetry } = installation;
  const assets = await loadAssets();
  const server = createHttpServer(config);
  // Binds the port first: links and passkeys need the address, which with port 0 is known only then.
  const openGate = holdRequests(server);
  const listening = await listen(server, config);
  // After a failed start the port must be free for the next attempt, and an open server would keep the
  // process alive.
  await using undo = new AsyncDisposableStack();
  undo.defer(() => closeServer(server));
  const stopping = new AbortController();
  const context = await createAppContext(
    installation,
    config.publicUrl === undefined ? listening : configuredOrigin(config),
    stopping.signal,
  );
  undo.defer(() => closeAppContext(context));
  const following = await followSnapshots(context);
  undo.defer(() => following.close());
  const deps = createPageDeps(context, assets);
  const document = openapi(API_ROUTES, { title: config.name, version: VERSION });
  const { app, drain, handler } = await createServer(context, server, {
    routes: API_ROUTES,
    register: (instance, admit) => registerWeb(instance, deps, admit, document),
    showProblem: (request, reply, problem) => showProblemPage(deps, request, reply, problem),
  });
  await app.ready();
  openGate(handler);
  const sampling = context.lastHour.run(stopping.signal, systemClock);
  telemetry.log.info('http.listening', { url: listening });
  undo.move();
  return {
    url: context.origin,
    drain: async () => {
      await context.feeds.caughtUp();
      await context.topics.settled();
    },
    stop: async () => {
      stopping.abort();
      const { cut } = await drain.drain(config.drainTimeout);
      if (cut > 0) telemetry.log.warn('http.requests_aborted', { requests: cut });
      await following.close();
      await sampling;
      await closeAppContext(context);
    },
  };
}

/** The caller closes the context. */
export async function createAppContext(
  installation: Installation,
  origin: string,
  stopping = new AbortController().signal,
): Promise<AppContext> {
  await using undo = new AsyncDisposableStack();
  const recentSearches = recentSearchesOf(installation);
  undo.defer(() => recentSearches.close());
  await recentSearches.follow();
  const accounts = {
    ...accountsOf(installation, origin),
    // SRCH-8: the list is cached before the reader opens the page.
    onSignIn: (userId: string) => recentSearches.warm(userId),
  };
  const topics = await TopicCache.open(installation);
  undo.defer(() => topics.settled());
  const feeds = await FeedService.open({
    ...installation,
    topics,
    trendingOf: trendingScores(installation.trending),
  });
  undo.defer(() => feeds.stop());
  const { database, clock, telemetry } = installation;
  const agentRules = await AgentRules.open({ database, clock, log: telemetry.log });
  undo.defer(() => agentRules.settled());
  const credentials = await createCredentialResolver(accounts);
  undo.move();
  return {
    ...accounts,
    config: installation.config,
    cache: installation.cache,
    limits: installation.limits,
    broker: installation.broker,
    archive: installation.archive,
    log: installation.log,
    tasks: installation.tasks,
    outbound: installation.outbound,
    signals: createSignalAcceptor(installation),
    agentRules,
    countryOf: createReaderCountry(installation),
    trending: installation.trending,
    recentSearches,
    trendingQueries: new TrendingQueries({
      database: installation.background,
      clock: installation.clock,
      log: installation.telemetry.log,
    }),
    searchIndex: installation.searchIndex,
    trendingService: createTrendingService(installation),
    topics,
    feeds,
    articleBodies: new TextCache(ARTICLE_BODIES_LENGTH),
    throughput: new ThroughputSamples(),
    lastHour: new LastHour(installation),
    demo: watchDemo(installation.database, systemClock),
    credentials,
    identityProvider: createIdentityProvider(accounts),
    version: VERSION,
    stopping,
  };
}

/** Characters of sanitised article bodies in memory. */
const ARTICLE_BODIES_LENGTH = 16_000_000;

async function closeAppContext(context: AppContext): Promise<void> {
  await context.feeds.stop();
  await context.topics.settled();
  await context.agentRules.settled();
  await context.recentSearches.close();
  await context.trendingQueries.refreshing.settled();
  await context.credentials.close();
}

/** Queues requests that arrive before the program is ready; the returned function starts to handle them. */
function holdRequests(server: Server): (handler: RequestListener) => void {
  const waiting: Parameters<RequestListener>[] = [];
  const hold: RequestListener = (request, response) => void waiting.push([request, response]);
  server.on('request', hold);
  return handler => {
    server.off('request', hold);
    server.on('request', handler);
    for (const [request, response] of waiting) handler(request, response);
  };
}

/** Also closes connections with queued requests, which no handler will answer. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

function listen(server: Server, { host, port }: Config): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(
        `http://${host === '127.0.0.1' || host === '::1' ? 'localhost' : hostInUrl(host)}:${typeof address === 'object' ? address?.port : port}`,
      );
    });
  });
}

/** A browser cannot open an address that means "every interface". */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
