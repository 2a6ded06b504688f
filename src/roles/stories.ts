import type { Installation } from '../context.ts';
import { moveVisits } from '../feeds/readers/story-visits.ts';
import { systemClock } from '../lib/clock.ts';
import { startStories } from '../stories/start-stories.ts';
import { configuredClassifier } from '../stories/topics/configured-classifier.ts';
import type { Classifier } from '../stories/topics/port.ts';
import { readTaxonomy, seedTopics } from '../stories/topics/store/taxonomy-store.ts';
import type { RunningRole } from './role.ts';

/** The role `stories`: describes articles and clusters them into stories. */
export async function startStoriesRole(installation: Installation): Promise<RunningRole> {
  const { config, newId, background: database, log, telemetry } = installation;
  await using undo = new AsyncDisposableStack();
  const classifier = await otherClassifier(installation);
  undo.defer(() => classifier?.close());
  const stories = await startStories({
    clock: systemClock,
    newId,
    database,
    log,
    telemetry,
    classifier,
    onRetired: moveVisits,
    settings: { threads: installation.size.storiesThreads, windowMs: config.storiesWindow, batch: BATCH },
  });
  undo.move();
  return {
    drain: () => stories.drained(),
    stop: async () => {
      await stories.stop();
      await classifier?.close();
    },
  };
}

/** Null for the built-in model, which needs no database. */
async function otherClassifier({
  config,
  clock,
  database,
  telemetry,
}: Installation): Promise<Classifier | null> {
  if (config.topicsService === undefined && config.topicsModel === undefined) return null;
  await seedTopics(database, new Date(clock.now()));
  const taxonomy = await readTaxonomy(database);
  return configuredClassifier(config, { clock: systemClock, telemetry, taxonomy });
}

/** Large enough to share the cost of statements, small enough that an article waits for seconds at most. */
const BATCH = 250;
