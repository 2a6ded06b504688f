import { FEED_NAMES } from '../world/serve/feeds.ts';
import { startWorldServer, type WorldServer } from '../world/server.ts';
import type { Publisher } from '../world/types.ts';
import { createWorld } from '../world/world.ts';
import type { Installation } from './context.ts';
import { beginDemo } from './ingest/sources/demo.ts';
import type { NewSource } from './ingest/sources/registry.ts';
import { systemClock } from './lib/clock.ts';

/**
 * RUN-1: the demo edition. Made-up publishers under names below `.example` are played by a server of our own on
 * loopback, and go through the same schedule, fetches and reading as every other source.
 */
export async function startDemo(installation: Installation): Promise<RunningDemo | null> {
  const { config, database, standIns, telemetry } = installation;
  if (config.demo === 'off') return null;
  const edition = await beginDemo(database, installation, SEED, ({ seed, beganAt }) =>
    createWorld({ seed, startsAt: beganAt.getTime() }).publishers.map(toSource),
  );
  if (!edition) return null;
  const world = createWorld({ seed: edition.seed, startsAt: edition.beganAt.getTime() });
  const server: WorldServer = await startWorldServer({
    world,
    clock: systemClock,
    addressing: 'host',
    visiblePort: 80,
  });
  standIns.playedBy({ address: '127.0.0.1', port: server.port });
  telemetry.log.info('the demo edition is on', { publishers: world.publisherCount, url: server.url });
  return {
    url: server.url,
    stop: async () => {
      standIns.playedBy(null);
      await server.stop();
    },
  };
}

function toSource(publisher: Publisher): NewSource {
  return {
    name: publisher.name,
    url: `http://${publisher.domain}/${FEED_NAMES[publisher.format]}`,
    homePage: `http://${publisher.domain}/`,
    kind: 'feed',
    language: publisher.language,
    category: publisher.topic,
    credibility: publisher.credibility,
    isDemo: true,
  };
}

const SEED = 1846;

export interface RunningDemo {
  readonly url: string;
  stop(): Promise<void>;
}
