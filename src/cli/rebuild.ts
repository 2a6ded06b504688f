import { rebuildFeeds } from '../app/feeds/rebuild-feeds.ts';
import type { Installation } from '../context.ts';
import { moveVisits } from '../feeds/readers/story-visits.ts';
import { systemClock } from '../lib/clock.ts';
import { maintainPartitions } from '../platform/database/partitions.ts';
import { HistoryGap } from '../platform/log/history.ts';
import { rebuildCounts } from '../signals/counts/rebuild-counts.ts';
import { rebuildInterests } from '../signals/interests/rebuild-interests.ts';
import { rebuildTrending } from '../signals/trending/leader/rebuild-trending.ts';
import { ClustererRegistry } from '../stories/clusterer/clusterer-registry.ts';
import { countStories, rebuildStories } from '../stories/clusterer/rebuild-stories.ts';
import { SIGNALS_VALID } from '../streams.ts';
import type { Invocation } from './command.ts';
import { CommandFailure, UsageError } from './failures.ts';
import { withInstallation } from './installation.ts';
import { createProgress, type Progress, type ProgressOptions, shownCount } from './progress.ts';
import { requireSchema } from './require-schema.ts';
import { runIndexCommand } from './search.ts';
import { didYouMean } from './suggest.ts';
import { printable } from './terminal.ts';

/** `broadsheet rebuild`: checks its words before it opens the installation. */
export function rebuildDerived(invocation: RebuildInvocation): Promise<number> {
  const { words, settings, terminal } = invocation;
  const [name = ''] = words;
  if (name !== 'all' && !Object.hasOwn(REBUILDS, name))
    throw new UsageError(
      `${printable(name)} cannot be rebuilt${didYouMean(name, [...Object.keys(REBUILDS), 'all'])}`,
    );
  const chosen = Object.entries(REBUILDS).filter(([each]) => name === 'all' || each === name);
  return withInstallation(settings(), { migrate: false, mustExist: true }, async installation => {
    await requireSchema(installation.database);
    await maintainPartitions(installation.database, new Date(installation.clock.now()));
    for (const [each, rebuild] of chosen) {
      const outcome = await rebuild(installation, invocation).catch(explainGap);
      terminal.out.write(`${each}: ${outcome}\n`);
    }
    return 0;
  });
}

/** In this order: interests and trending use facts of stories, and search and feeds show all of them. */
const REBUILDS: Readonly<Record<string, Rebuild>> = {
  stories: async (installation, invocation) => {
    const { clock, config, database, log, newId, telemetry } = installation;
    const registry = new ClustererRegistry({ clock: systemClock, newId, windowMs: config.storiesWindow });
    const total = await countStories(database);
    return withProgress(invocation, { label: 'Stories', unit: 'stories', total }, async onProgress => {
      const deps = { clock, database, log, telemetry, registry, onRetired: moveVisits };
      const { stories } = await rebuildStories({ ...deps, onProgress });
      return `${shownCount(stories)} derived again from their articles`;
    });
  },
  counts: async (installation, invocation) => {
    const total = await countEvents(installation);
    return withProgress(invocation, { label: 'Counts', unit: 'events', total }, async onProgress => {
      const { corrected, unknown } = await rebuildCounts({ ...installation, onProgress });
      return `${shownCount(corrected)} corrected${kept(unknown, 'rows of articles')}`;
    });
  },
  interests: async (installation, invocation) => {
    const total = await countEvents(installation);
    return withProgress(invocation, { label: 'Interests', unit: 'events', total }, async onProgress => {
      const { readers, unknown } = await rebuildInterests({ ...installation, onProgress });
      return `${counted(readers, 'reader', 'readers')} learned again${kept(unknown, 'accounts')}`;
    });
  },
  trending: async (installation, invocation) => {
    const board = installation.trending;
    return withProgress(invocation, { label: 'Trending', unit: 'events' }, async onProgress => {
      const { hours } = await rebuildTrending({ ...installation, board, onProgress });
      return `the last day counted again, ${counted(hours, 'hour', 'hours')} recounted`;
    });
  },
  search: async (installation, { terminal, clock }) => {
    const answers = await runIndexCommand(installation, { terminal, clock }, 'rebuild');
    const articles = answers.map(({ index, figures }) => `${shownCount(figures.articles)} in ${index}`);
    return `indexed ${articles.join(', ')}`;
  },
  feeds: async installation => {
    const { processes, failed, stories } = await rebuildFeeds({ ...installation, clock: systemClock });
    if (failed > 0)
      throw new CommandFailure(`${counted(failed, 'process', 'processes')} did not rebuild the feeds`);
    return processes === 0
      ? 'no web process is running; each builds its feeds when it starts'
      : `${counted(stories, 'story', 'stories')} read again by ${counted(processes, 'process', 'processes')}`;
  },
};

async function withProgress(
  { terminal, clock }: RebuildInvocation,
  options: ProgressOptions,
  work: (onProgress: (done: number) => void) => Promise<string>,
): Promise<string> {
  const progress: Progress = createProgress(terminal.err, clock, options);
  try {
    return await work(done => progress.advance(done));
  } finally {
    progress.abandon();
  }
}

async function countEvents({ database, log }: Installation): Promise<number> {
  const ends = await database.transaction(tx => log.ends(tx, SIGNALS_VALID), { readOnly: true });
  return Number([...ends.values()].reduce((sum, end) => sum + end, 0n));
}

function counted(count: number, one: string, many: string): string {
  return `${shownCount(count)} ${count === 1 ? one : many}`;
}

function kept(unknown: number, what: string): string {
  return unknown === 0
    ? ''
    : `, ${shownCount(unknown)} ${what} from before the first archived event left as they are`;
}

function explainGap(error: unknown): never {
  if (!(error instanceof HistoryGap)) throw error;
  throw new CommandFailure(error.message, {
    remedy: 'Restore the directory `events` of the data directory from a copy, then run the command again.',
  });
}

type RebuildInvocation = Pick<Invocation, 'words' | 'settings' | 'terminal' | 'clock'>;
/** Returns what was done, for the operator. */
type Rebuild = (installation: Installation, invocation: RebuildInvocation) => Promise<string>;
