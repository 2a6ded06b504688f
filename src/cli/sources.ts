import { findUserByEmail } from '../accounts/index.ts';
import { CONSOLE } from '../app/admin/audited.ts';
import { crawlNow, pause, remove, resume, setPublisher, takeOverAddress } from '../app/admin/sources.ts';
import type { Installation } from '../context.ts';
import { breakerOf } from '../ingest/schedule/intervals.ts';
import { listProblems, remediesFor, type SourceProblemEntry } from '../ingest/sources/problems.ts';
import { findSource, findSourceAt, listSources } from '../ingest/sources/registry.ts';
import type { ScheduledSource } from '../ingest/sources/rows.ts';
import { listStarterPacks } from '../ingest/sources/starter-packs.ts';
import { maintainPartitions } from '../platform/database/partitions.ts';
import { CommandFailure, UsageError } from './failures.ts';
import { asJson, webAddress } from './fetch-document.ts';
import { withInstallation } from './installation.ts';
import { table } from './layout.ts';
import { requireSchema } from './require-schema.ts';
import type { SourceInvocation, SourceOptions } from './source-invocation.ts';
import { addAddress, showDiscovery } from './sources-discover.ts';
import { exportList, importFile, installPack } from './sources-lists.ts';
import { readSince, reparseDocuments } from './sources-reparse.ts';
import { didYouMean } from './suggest.ts';
import { printable } from './terminal.ts';

/** `broadsheet source`: checks its words before it opens the installation. */
export function workOnSources(invocation: SourceInvocation, options: SourceOptions): Promise<number> {
  const [name = '', ...words] = invocation.words;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action)
    throw new UsageError(`source has no action ${printable(name)}${didYouMean(name, Object.keys(ACTIONS))}`);
  const work = action(words, options, invocation);
  if (work.standalone) return work.standalone();
  return withInstallation(invocation.settings(), { migrate: false, mustExist: true }, async installation => {
    await requireSchema(installation.database);
    // After a long pause, the partition for this month's audit log may be missing.
    await maintainPartitions(installation.database, new Date(installation.clock.now()));
    const code = await work.on?.(installation);
    return typeof code === 'number' ? code : 0;
  });
}

/** Each checks its words and returns the work to do, with or without an installation. */
const ACTIONS: Readonly<Record<string, SourceSubcommand>> = {
  ls: (words, options, { terminal }) => {
    requireWords(words, 'ls');
    const [limit, status] = [readLimit(options.limit), readStatus(options.status)];
    return {
      on: async ({ database, clock }) => {
        const query = {
          limit,
          ...status,
          ...(options.search === undefined ? {} : { search: options.search }),
        };
        const sources = await listSources(database, query);
        if (options.json) terminal.out.write(asJson(sources));
        else if (sources.length === 0) terminal.out.write(NO_SOURCES);
        else terminal.out.write(table([COLUMNS, ...sources.map(each => asRow(each, new Date(clock.now())))]));
      },
    };
  },
  show: (words, { json }, { terminal }) => {
    const [name = ''] = requireWords(words, 'show', 'SOURCE');
    return {
      on: async installation => {
        const source = await find(installation, name);
        const breaker = breakerOf(source, new Date(installation.clock.now()));
        const fields = Object.entries({ ...source, breaker }).map(([field, value]) => [field, shown(value)]);
        terminal.out.write(json ? asJson({ ...source, breaker }) : table(fields));
      },
    };
  },
  discover: (words, { json }, invocation) => {
    const [address = ''] = requireWords(words, 'discover', 'URL');
    return { standalone: () => showDiscovery(invocation, address, json) };
  },
  add: (words, options, { terminal }) => {
    const [address = ''] = requireWords(words, 'add', 'URL');
    return { on: installation => addAddress(installation, terminal, webAddress(address), options) };
  },
  import: (words, { folder }, invocation) => {
    const [file = ''] = requireWords(words, 'import', 'FILE');
    return { on: installation => importFile(installation, invocation, file, folder) };
  },
  export: (words, _options, { terminal }) => {
    if (words.length > 1) requireWords(words, 'export', 'FILE');
    return { on: installation => exportList(installation, terminal, words[0]) };
  },
  packs: (words, _options, { terminal }) => {
    requireWords(words, 'packs');
    return {
      standalone: async () => {
        const rows = (await listStarterPacks()).map(pack => [
          pack.id,
          pack.title,
          String(pack.feeds.length),
          pack.language,
        ]);
        terminal.out.write(table([['PACK', 'TITLE', 'FEEDS', 'LANGUAGE'], ...rows]));
        return 0;
      },
    };
  },
  install: (words, _options, invocation) => {
    const [pack = ''] = requireWords(words, 'install', 'PACK');
    return { on: installation => installPack(installation, invocation, pack) };
  },
  pause: (words, _options, invocation) => onOne(words, 'pause', invocation, pause),
  resume: (words, _options, invocation) => onOne(words, 'resume', invocation, resume),
  crawl: (words, _options, invocation) => onOne(words, 'crawl', invocation, crawlNow),
  reparse: (words, { since }, invocation) => {
    if (words.length === 0 && since === undefined)
      throw new UsageError('usage: broadsheet source reparse SOURCE|--since TIME');
    const [name] = words.length === 0 ? [] : requireWords(words, 'reparse', 'SOURCE');
    const from = readSince(since);
    return {
      on: async installation => {
        const source = name === undefined ? null : await find(installation, name);
        await reparseDocuments(installation, invocation, {
          since: from,
          ...(source && { sourceId: source.id }),
        });
      },
    };
  },
  remove: (words, { articles }, { terminal }) => {
    const [name = ''] = requireWords(words, 'remove', 'SOURCE');
    if (articles !== 'keep' && articles !== 'remove')
      throw new UsageError('this removes the source permanently: add --articles keep or --articles remove');
    return {
      on: async installation => {
        const source = await find(installation, name);
        const removed = await remove(installation, CONSOLE, source.id, articles);
        terminal.out.write(`${printable(source.name)} was removed, with ${removed} articles.\n`);
      },
    };
  },
  problems: (words, options, { terminal }) => {
    requireWords(words, 'problems');
    const limit = readLimit(options.limit);
    return {
      on: async ({ database }) => {
        const problems = await listProblems(database, { limit });
        if (options.json) terminal.out.write(asJson(problems));
        else if (problems.length === 0) terminal.out.write('No source has problems.\n');
        else terminal.out.write(table([PROBLEM_COLUMNS, ...problems.map(asProblemRow)]));
      },
    };
  },
  'take-over': (words, _options, { terminal }) => {
    if (words.length !== 2) requireWords(words, 'take-over', 'SOURCE');
    const [name = '', address] = words;
    const url = address === undefined ? undefined : webAddress(address);
    return {
      on: async installation => {
        const { id } = await find(installation, name);
        await takeOverAddress(installation, CONSOLE, id, url);
        terminal.out.write(`The source is now at ${printable((await find(installation, id)).url)}\n`);
      },
    };
  },
  verify: (words, _options, invocation) => onPublisher(words, 'verify', invocation, true),
  refuse: (words, _options, invocation) => onPublisher(words, 'refuse', invocation, false),
};

function onOne(
  words: readonly string[],
  action: string,
  { terminal }: SourceInvocation,
  change: typeof pause,
): SourceWork {
  const [name = ''] = requireWords(words, action, 'SOURCE');
  return {
    on: async installation => {
      const { id } = await find(installation, name);
      await change(installation, CONSOLE, id);
      const { name: title, status, nextCrawlAt } = await find(installation, id);
      terminal.out.write(`${printable(title)} is ${status}, next visit ${minute(nextCrawlAt)}.\n`);
    },
  };
}

function onPublisher(
  words: readonly string[],
  action: string,
  { terminal }: SourceInvocation,
  isVerified: boolean,
): SourceWork {
  const [name = '', email = ''] = requireWords(words, action, 'SOURCE', 'EMAIL');
  return {
    on: async installation => {
      const { id: sourceId } = await find(installation, name);
      const user = await findUserByEmail(installation.database, email);
      if (!user) throw new CommandFailure(`there is no account with the address ${printable(email)}`);
      await setPublisher(installation, CONSOLE, { sourceId, userId: user.id, isVerified });
      terminal.out.write(`${printable(email)} ${isVerified ? 'may' : 'may not'} submit articles to it.\n`);
    },
  };
}

async function find({ database }: Installation, name: string): Promise<ScheduledSource> {
  const isId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(name);
  const found = isId ? await findSource(database, name) : await findSourceAt(database, webAddress(name));
  if (!found)
    throw new CommandFailure(`there is no source ${printable(name)}`, {
      remedy: 'Run `broadsheet source ls`.',
    });
  return found;
}

function asRow(source: ScheduledSource, now: Date): string[] {
  const { name, url, kind, status, nextCrawlAt, articlesPerDay, lastError } = source;
  return [
    short(printable(name), 40),
    kind,
    status,
    kind === 'submit' ? '-' : breakerOf(source, now),
    minute(nextCrawlAt),
    articlesPerDay === null ? '-' : articlesPerDay.toFixed(1),
    short(printable(lastError ?? '-'), 40),
    printable(url),
  ];
}

function asProblemRow(problem: SourceProblemEntry): string[] {
  const { kind, since, name, lastError, url } = problem;
  return [
    kind,
    minute(since),
    short(printable(name), 40),
    short(printable(lastError ?? '-'), 40),
    remediesFor(problem).join(' '),
    printable(url),
  ];
}

function shown(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return printable(typeof value === 'string' ? value : JSON.stringify(value));
}

function minute(at: Date | null): string {
  return at === null ? '-' : at.toISOString().slice(0, 16).replace('T', ' ');
}

function short(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}

function requireWords(words: readonly string[], action: string, ...names: string[]): readonly string[] {
  if (words.length !== names.length)
    throw new UsageError(`usage: broadsheet source ${[action, ...names].join(' ')}`);
  return words;
}

function readLimit(text = '100'): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new UsageError('--limit must be a whole number from 1 to 99999');
  return Number(text);
}

function readStatus(text: string | undefined): { status?: 'active' | 'paused' | 'dead' } {
  if (text === undefined) return {};
  if (text !== 'active' && text !== 'paused' && text !== 'dead')
    throw new UsageError('--status must be active, paused or dead');
  return { status: text };
}

const COLUMNS = ['NAME', 'KIND', 'STATUS', 'BREAKER', 'NEXT VISIT', 'A DAY', 'LAST ERROR', 'ADDRESS'];
const PROBLEM_COLUMNS = ['PROBLEM', 'SINCE', 'NAME', 'LAST ERROR', 'REMEDIES', 'ADDRESS'];
const NO_SOURCES =
  'There are no sources. Add one with `broadsheet source add URL`, or install a starter pack (`broadsheet source packs`).\n';

type SourceSubcommand = (
  words: readonly string[],
  options: SourceOptions,
  invocation: SourceInvocation,
) => SourceWork;

interface SourceWork {
  readonly standalone?: () => Promise<number>;
  readonly on?: (installation: Installation) => Promise<unknown>;
}
