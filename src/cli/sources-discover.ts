import { CONSOLE } from '../app/admin/audited.ts';
import { createSources } from '../app/admin/sources.ts';
import type { Installation } from '../context.ts';
import type { FeedCandidate } from '../ingest/parse/preview.ts';
import { type Discovery, discover } from '../ingest/sources/discovery/discover.ts';
import type { SourceDraft } from '../ingest/sources/registry.ts';
import { systemClock } from '../lib/clock.ts';
import { reasonText } from '../reasons.ts';
import { CommandFailure, UsageError } from './failures.ts';
import { asJson, withOutbound } from './fetch-document.ts';
import type { SourceInvocation, SourceOptions } from './source-invocation.ts';
import { type Output, printable, type Terminal } from './terminal.ts';

/** SRC-2: shows the possible sources at an address, without an installation and without saving anything. */
export async function showDiscovery(
  invocation: SourceInvocation,
  address: string,
  json: boolean,
): Promise<number> {
  const { crawlDelay } = invocation.settings().config;
  const found = await withOutbound(invocation, outbound =>
    discover({ outbound, clock: systemClock, delayMs: crawlDelay }, address),
  );
  const { out } = invocation.terminal;
  if (json) out.write(asJson(found));
  else describe(out, found);
  return found.candidates.length > 0 ? 0 : 1;
}

/** Adds the best candidate and shows what it is, so that a wrong guess is obvious. */
export async function addAddress(
  installation: Installation,
  { out }: Terminal,
  url: string,
  options: SourceOptions,
): Promise<number> {
  const source =
    options.kind === undefined ? await findBest(installation, out, url) : asGiven(url, options.kind);
  const { title: name = source.name, folder } = options;
  const [added] = await createSources(installation, CONSOLE, [
    { ...source, name, ...(folder === undefined ? {} : { folder }) },
  ]);
  out.write(added?.isNew ? `Added ${printable(name)} as ${added.id}\n` : `Already added as ${added?.id}\n`);
  return 0;
}

async function findBest({ outbound, config }: Installation, out: Output, url: string): Promise<SourceDraft> {
  const found = await discover({ outbound, clock: systemClock, delayMs: config.crawlDelay }, url);
  const [best] = found.candidates;
  if (!best) throw new CommandFailure(`there is neither a feed nor a list of articles at ${printable(url)}`);
  if (best.kind === 'scrape') {
    describe(out, found);
    throw new CommandFailure('there is no feed; the page itself can be read as a list of articles', {
      remedy: 'If that is what you want, add it with `--kind scrape`.',
    });
  }
  describeCandidate(out, best);
  return {
    url: best.url,
    kind: 'feed',
    name: best.title ?? new URL(best.url).hostname,
    homePage: best.homePage,
    language: best.language,
  };
}

function asGiven(url: string, kind: string): SourceDraft {
  if (kind !== 'feed' && kind !== 'scrape' && kind !== 'submit')
    throw new UsageError(
      '--kind must be feed, scrape or submit; api sources need a mapping and are added by the API',
    );
  return { url, kind, name: new URL(url).hostname.replace(/^www\./, '') };
}

function describe(out: Output, { candidates, rejected, isComplete }: Discovery): void {
  if (candidates.length === 0) out.write('No possible source was found.\n');
  for (const candidate of candidates) describeCandidate(out, candidate);
  for (const { url, reason } of rejected)
    out.write(`Rejected ${printable(url)}: ${printable(reasonText(reason))}\n`);
  if (!isComplete) out.write('There may be more: the search ran out of time.\n');
}

function describeCandidate(out: Output, candidate: FeedCandidate): void {
  const { url, kind, title, format, itemCount, sample } = candidate;
  out.write(
    `${printable(url)}\n  ${kind} (${format}), ${printable(title ?? 'without a title')}, ${itemCount} articles\n`,
  );
  for (const item of sample) out.write(`  - ${printable(item.title ?? item.url ?? '')}\n`);
}
