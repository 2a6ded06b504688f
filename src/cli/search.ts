import type { Installation } from '../context.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { int4, row } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { executeIndexCommand } from '../search/commands/run-commands.ts';
import {
  COMMAND_KINDS,
  type IndexCommandAnswer,
  type IndexCommandKind,
  indexCommandAnswers,
  sendIndexCommand,
} from '../search/commands/store.ts';
import { openSearchIndex } from '../search/engine/embedded/open.ts';
import type { Invocation } from './command.ts';
import { CommandFailure, UsageError } from './failures.ts';
import { withInstallation } from './installation.ts';
import { createProgress, type Progress, shownBytes, shownCount } from './progress.ts';
import { requireSchema } from './require-schema.ts';
import { didYouMean } from './suggest.ts';
import { printable } from './terminal.ts';

/** `broadsheet search`: checks its words before it opens the installation. */
export function workOnSearch(
  { words, settings, terminal, clock }: Pick<Invocation, 'words' | 'settings' | 'terminal' | 'clock'>,
  { json }: { readonly json: boolean },
): Promise<number> {
  const [name = ''] = words;
  const kind = COMMAND_KINDS.find(each => each === name);
  if (kind === undefined)
    throw new UsageError(`search has no action ${printable(name)}${didYouMean(name, [...COMMAND_KINDS])}`);
  return withInstallation(settings(), { migrate: false, mustExist: true }, async installation => {
    await requireSchema(installation.database);
    const answers = await runIndexCommand(installation, { terminal, clock }, kind);
    terminal.out.write(
      json ? `${JSON.stringify({ indexes: answers }, null, 2)}\n` : answers.map(formatAnswer).join(''),
    );
    return kind === 'verify' && answers.some(({ figures }) => isDifferent(figures)) ? 1 : 0;
  });
}

/** Runs a command on every open index, or on the one of the data directory when none is open. */
export async function runIndexCommand(
  installation: Installation,
  { terminal, clock }: Pick<Invocation, 'terminal' | 'clock'>,
  kind: IndexCommandKind,
): Promise<IndexAnswer[]> {
  const progress = kind === 'stats' ? null : await progressOf(installation, terminal.err, clock, kind);
  return work(installation, kind, progress).finally(() => progress?.abandon());
}

async function progressOf(
  { database }: Installation,
  output: Invocation['terminal']['err'],
  clock: Clock,
  kind: IndexCommandKind,
): Promise<Progress> {
  const { articles } = await database.one(
    row({ articles: int4 }),
    sql`select count(*)::int as articles from articles`,
  );
  const label = kind === 'verify' ? 'Comparing' : 'Indexing';
  return createProgress(output, clock, { label, unit: 'articles', total: articles });
}

/** Sends the command to open indexes; without an answer, the index can be opened here. */
async function work(
  installation: Installation,
  kind: IndexCommandKind,
  progress: Progress | null,
): Promise<IndexAnswer[]> {
  const { database, newId } = installation;
  const id = newId();
  await sendIndexCommand(database, id, kind);
  const until = systemClock.now() + MAX_WAIT_MS;
  for (let before = 0; ; ) {
    const answers = await indexCommandAnswers(database, id);
    const done = Math.max(0, ...answers.map(answer => answer.done));
    progress?.advance(done - before);
    before = done;
    if (answers.length === 0 && systemClock.now() > until)
      return [await workHere(installation, kind, progress)];
    if (
      answers.length > 0 &&
      systemClock.now() > until - MAX_WAIT_MS + MIN_WAIT_MS &&
      answers.every(hasEnded)
    )
      return answers.map(answerOf);
    await systemClock.sleep(POLL_EVERY_MS);
  }
}

function hasEnded({ figures, failure, isSilent }: IndexCommandAnswer): boolean {
  return figures !== null || failure !== null || isSilent;
}

function answerOf({ indexName, figures, failure }: IndexCommandAnswer): IndexAnswer {
  if (figures !== null) return { index: indexName, figures: figures as IndexFigures };
  throw new CommandFailure(`the index ${indexName} did not finish: ${failure ?? 'it stopped responding'}`);
}

async function workHere(
  { config, database, newId }: Installation,
  kind: IndexCommandKind,
  progress: Progress | null,
): Promise<IndexAnswer> {
  const index = await openSearchIndex(config, { newId, isExclusive: true });
  let before = 0;
  try {
    const figures = await executeIndexCommand({ database, engine: index.engine }, kind, {
      onProgress: ({ articles }) => {
        progress?.advance(articles - before);
        before = articles;
      },
    });
    return { index: index.name, figures: figures as IndexFigures };
  } finally {
    await index.close();
  }
}

function isDifferent({ missing = 0, surplus = 0 }: IndexFigures): boolean {
  return missing + surplus > 0;
}

function formatAnswer({ index, figures }: IndexAnswer): string {
  const { articles, missing, surplus } = figures;
  if (missing === undefined || surplus === undefined)
    return `index ${index}: ${shownCount(articles)} articles, ${shownCount(figures.words ?? 0)} words, ${shownCount(figures.segments ?? 0)} segments, ${shownBytes(figures.bytes ?? 0)}\n`;
  const result = isDifferent(figures)
    ? `added ${shownCount(missing)} missing and removed ${shownCount(surplus)} surplus`
    : 'no differences';
  return `index ${index}: ${shownCount(articles)} articles, ${result}\n`;
}

/** A running program answers immediately; others on other machines may need a moment longer. */
const MAX_WAIT_MS = 2_000;
const MIN_WAIT_MS = 500;
const POLL_EVERY_MS = 100;

interface IndexAnswer {
  readonly index: string;
  readonly figures: IndexFigures;
}

/** Figures of a verification, or of the statistics. */
interface IndexFigures {
  readonly articles: number;
  readonly missing?: number;
  readonly surplus?: number;
  readonly words?: number;
  readonly segments?: number;
  readonly bytes?: number;
}
