import { codeOf } from '../../platform/database/failures.ts';
import type { CrawlContext } from '../context.ts';
import { type DueSource, databaseTime } from '../schedule/claim.ts';
import type { Finding, Stored } from '../schedule/commit.ts';
import { offerHubs } from '../websub/subscriptions.ts';
import { fetchSource, type SourceResult, waitOf } from './fetch-source.ts';
import { isRemarkable, noteHealth } from './health.ts';
import { outcomeOf } from './outcome.ts';
import { asksForQuiet, speaksForHost } from './responses.ts';
import { rulesOf } from './rules.ts';
import { countArticles, countFetch, type VisitStep } from './visit.ts';

/** Asks a source and writes down what came of it. False when the visit ends with this request. */
export async function visitSource(step: VisitStep, source: DueSource, isLast: boolean): Promise<boolean> {
  const { context, signal } = step;
  const fetchId = context.newId();
  const begunAt = databaseTime(step.visit, source.nextCrawlAt);
  const result = (await forbidden(step, source)) ?? (await fetchSource(step, source, fetchId, signal));
  const goesOn = !isLast && isWelcome(result);
  if (!goesOn) step.leave();
  const write = (what: SourceResult) => writeDown(step, source, what, { fetchId, begunAt, goesOn });
  try {
    countArticles(context, source.kind, await write(result));
  } catch (error) {
    if (result.kind !== 'changed' || !isOfTheDocument(error)) throw error;
    context.telemetry.log.error('a document could not be stored', { sourceId: source.id, error });
    await write(unstorable(result));
  }
  countFetch(step, result.kind);
  if (result.kind === 'failed')
    context.telemetry.log.info('a source could not be read', { sourceId: source.id, error: result.error });
  return goesOn;
}

/** FETCH-2: a list page is read as crawlers read pages, so it obeys robots.txt; feeds were given by hand. */
async function forbidden(step: VisitStep, { kind, url, movedTo }: DueSource): Promise<SourceResult | null> {
  const page = movedTo ?? url;
  if (kind !== 'scrape') return null;
  const rules = await rulesOf(step, page);
  if (rules.allows(page)) return null;
  const facts = { status: null, wireBytes: 0, bodyBytes: 0, durationMs: 0 };
  if (rules.barred) return { ...facts, kind: 'moved', ...waitOf(rules.barred) };
  const error = 'robots.txt does not allow the page to be read';
  return { ...facts, kind: 'failed', error, problem: 'broken' };
}

async function writeDown(
  step: VisitStep,
  source: DueSource,
  result: SourceResult,
  { fetchId, begunAt, goesOn }: { fetchId: string; begunAt: Date; goesOn: boolean },
): Promise<Stored> {
  const { context, commits, lease } = step;
  const [since, now] = [performance.now(), context.clock.now()];
  const holdMs = goesOn ? lease.holdMs(step.delayMs()) : step.delayMs();
  const complete = ({ isNew, awaited, revised }: Stored) =>
    outcomeOf(source, result, {
      fetchId,
      begunAt,
      now,
      random: context.random,
      holdMs,
      stored: { isNew: isNew + awaited, revised },
    });
  const finding: Finding = {
    visit: step.visit,
    sourceId: source.id,
    ...foundIn(result),
    complete,
    ...alsoFor(context, source, result, now),
  };
  const stored = await commits(finding);
  lease.renewed(since, holdMs);
  return stored;
}

/** Most fetches bring nothing that anybody has to be told of. */
function alsoFor(
  context: CrawlContext,
  source: DueSource,
  result: SourceResult,
  now: number,
): Pick<Finding, 'also'> {
  const isNotable = isRemarkable(source, result);
  const feed = result.kind === 'changed' && result.feed.hubs.length > 0 ? result.feed : null;
  if (!isNotable && !feed) return {};
  return {
    also: async tx => {
      if (isNotable) await noteHealth(tx, source, result, now);
      if (feed) await offerHubs(tx, context, source.id, feed);
    },
  };
}

function foundIn(result: SourceResult): Pick<Finding, 'articles' | 'wanted'> {
  const items = result.kind === 'changed' ? result.feed.items : [];
  return {
    articles: items.filter(({ wantsPage }) => !wantsPage).map(({ article }) => article),
    wanted: items.filter(({ wantsPage }) => wantsPage).map(({ article }) => article),
  };
}

/** A host that does not answer is not asked again right away: its place goes to another. */
function isWelcome({ kind, status, isElsewhere }: SourceResult): boolean {
  if (isElsewhere) return true;
  return !asksForQuiet(status) && !(kind === 'failed' && speaksForHost(status));
}

/** The database is there and refuses what the document says (bad data, a constraint, a limit): it would every time. */
function isOfTheDocument(error: unknown): boolean {
  return /^(?:22|23|54)/.test(codeOf(error) ?? '');
}

function unstorable({ status, wireBytes, bodyBytes, durationMs }: SourceResult): SourceResult {
  return {
    status,
    wireBytes,
    bodyBytes,
    durationMs,
    kind: 'failed',
    error: 'what it says could not be stored',
    problem: 'broken',
  };
}
