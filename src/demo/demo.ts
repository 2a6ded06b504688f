import { FEED_NAMES } from '../../world/serve/feeds.ts';
import { startWorldServer, type WorldServer } from '../../world/server.ts';
import type { Publisher } from '../../world/types.ts';
import { createWorld, type World } from '../../world/world.ts';
import type { Installation } from '../context.ts';
import { createDemoEdition, currentDemo, type DemoEdition, removeEndedDemo } from '../ingest/sources/demo.ts';
import type { SourceDraft } from '../ingest/sources/registry.ts';
import { systemClock } from '../lib/clock.ts';
import { startDemoReaders } from './readers.ts';

/**
 * RUN-1: the demo edition. A server on loopback serves made-up publishers under names below `.example`; they go through
 * the same schedule, fetches and parsing as every other source.
 */
export async function startDemo(installation: Installation): Promise<RunningDemo | null> {
  const { database, exampleHosts, telemetry } = installation;
  const edition = await editionOf(installation);
  if (!edition) {
    // A removal may have been interrupted.
    await removeEndedDemo(database);
    return null;
  }
  const world = worldOf(edition);
  const server: WorldServer = await startWorldServer({
    world,
    clock: systemClock,
    addressing: 'host',
    visiblePort: 80,
  });
  exampleHosts.serveFrom({ address: '127.0.0.1', port: server.port });
  const readers = startDemoReaders(installation, edition);
  telemetry.log.info('demo.started', { publishers: world.publisherCount, url: server.url });
  return {
    url: server.url,
    stop: async () => {
      await readers.stop();
      exampleHosts.serveFrom(null);
      await server.stop();
    },
  };
}

/** `demo = off` prevents a new edition. An active one continues until it is removed: its sources need their server. */
function editionOf(installation: Installation): Promise<DemoEdition | null> {
  const { config, database } = installation;
  if (config.demo === 'off') return currentDemo(database);
  return createDemoEdition(database, installation, SEED, edition =>
    worldOf(edition).publishers.map(toSource),
  );
}

function worldOf({ seed, beganAt }: DemoEdition): World {
  return createWorld({ seed, startsAt: beganAt.getTime() });
}

function toSource(publisher: Publisher): SourceDraft {
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
