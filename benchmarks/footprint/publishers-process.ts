import { startWorldServer } from '../../world/server.ts';
import { createWorld } from '../../world/world.ts';

/** Serves the publishers, each on an address in 127/8, until its parent ends it. Sends the list of their feeds. */
const [publishers = '1'] = process.argv.slice(2);
const world = createWorld({ seed: 1846, startsAt: Date.now(), publishers: Number(publishers) });
const server = await startWorldServer({ world, addressing: 'address' });
process.once('disconnect', () => process.exit());
process.send?.(
  world.publishers.map(
    (publisher): ServedFeed => ({
      name: publisher.name,
      url: server.feedUrlOf(publisher),
      language: publisher.language,
    }),
  ),
);

export interface ServedFeed {
  readonly name: string;
  readonly url: string;
  readonly language: string;
}
