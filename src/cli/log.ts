import { CONSOLE } from '../app/admin/audited.ts';
import { replayGroup, retryDeadLetter } from '../app/admin/log.ts';
import type { Installation } from '../context.ts';
import { isUuid } from '../lib/ids.ts';
import { maintainPartitions } from '../platform/database/partitions.ts';
import type { DeadLetter, GroupState, StreamState } from '../platform/log/port.ts';
import type { Invocation } from './command.ts';
import { CommandFailure, UsageError } from './failures.ts';
import { withInstallation } from './installation.ts';
import { table } from './layout.ts';
import { requireSchema } from './require-schema.ts';
import { didYouMean } from './suggest.ts';
import { type Output, printable } from './terminal.ts';

/** `broadsheet log`: checks its words before it opens the installation. */
export function workOnLog(invocation: LogInvocation, options: LogOptions): Promise<number> {
  const [first = '', second = ''] = invocation.words;
  const name = first === 'dead' ? `dead ${second}`.trim() : first;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action)
    throw new UsageError(`log has no action ${printable(name)}${didYouMean(name, Object.keys(ACTIONS))}`);
  const work = action(invocation.words.slice(name.split(' ').length), options);
  return withInstallation(invocation.settings(), { migrate: false, mustExist: true }, async installation => {
    await requireSchema(installation.database);
    // After a long pause, the partition for this month's audit log may be missing.
    await maintainPartitions(installation.database, new Date(installation.clock.now()));
    await work(installation, invocation.terminal.out);
    return 0;
  });
}

/** Each checks its words and returns the work to do. */
const ACTIONS: Readonly<Record<string, LogAction>> = {
  ls: (words, { json }) => {
    requireWords(words, 'ls');
    return async ({ log }, out) => {
      const streams = await log.streams();
      out.write(json ? asJson(streams) : table([STREAM_TITLES, ...streams.map(streamRow)]));
    };
  },
  groups: (words, { json, group }) => {
    requireWords(words, 'groups');
    return async ({ log }, out) => {
      const states = (await log.groups()).filter(state => group === undefined || state.group === group);
      out.write(json ? asJson(states) : table([GROUP_TITLES, ...states.map(groupRow)]));
    };
  },
  replay: (words, options) => {
    requireWords(words, 'replay');
    const { group, from } = readReplay(options);
    return async (installation, out) => {
      await replayGroup(installation, CONSOLE, group, from);
      out.write(`${printable(group)} continues from the first event at or after ${from.toISOString()}.\n`);
    };
  },
  'dead list': (words, { group, limit, json }) => {
    requireWords(words, 'dead list');
    const max = readLimit(limit);
    return async ({ log }, out) => {
      const letters = await log.deadLetters({ limit: max, ...(group === undefined ? {} : { group }) });
      out.write(json ? asJson(letters) : table([DEAD_TITLES, ...letters.map(deadRow)]));
    };
  },
  'dead show': words => {
    const id = readId(words, 'dead show');
    return async ({ log }, out) => {
      const letter = await log.deadLetter(id);
      if (!letter) throw new CommandFailure(`there is no dead letter ${id}`);
      out.write(asJson(letter));
    };
  },
  'dead retry': words => {
    const id = readId(words, 'dead retry');
    return async (installation, out) => {
      if (!(await retryDeadLetter(installation, CONSOLE, id)))
        throw new CommandFailure('the event failed again', {
          remedy: `See \`broadsheet log dead show ${id}\`.`,
        });
      out.write('The event was handled.\n');
    };
  },
};

function readReplay({ group, from }: LogOptions): { group: string; from: Date } {
  if (group === undefined || from === undefined)
    throw new UsageError('usage: broadsheet log replay --group NAME --from TIME');
  const zoned = /([zZ]|[+-]\d\d:?\d\d)$/.test(from) || !from.includes('T') ? from : `${from}Z`;
  const moment = /^\d{4}-\d\d-\d\d(T|$)/.test(from) ? new Date(zoned) : new Date(Number.NaN);
  if (Number.isNaN(moment.getTime()))
    throw new UsageError('--from must be a time such as 2026-01-31 or 2026-01-31T18:00Z');
  return { group, from: moment };
}

function readId(words: readonly string[], action: string): string {
  const [id = ''] = requireWords(words, action, 'ID');
  if (!isUuid(id)) throw new UsageError(`${printable(id)} is not the id of a dead letter`);
  return id;
}

function readLimit(text = '100'): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new UsageError('--limit must be a whole number from 1');
  return Number(text);
}

function requireWords(words: readonly string[], action: string, ...names: string[]): readonly string[] {
  if (words.length !== names.length)
    throw new UsageError(`usage: broadsheet log ${[action, ...names].join(' ')}`);
  return words;
}

const STREAM_TITLES = ['STREAM', 'PARTITIONS', 'KEPT', 'EVENTS', 'OLDEST'];

function streamRow({ name, partitions, retentionDays, events, oldestAt }: StreamState): string[] {
  return [name, String(partitions), `${retentionDays}d`, String(events), oldestAt ? minute(oldestAt) : '-'];
}

const GROUP_TITLES = ['GROUP', 'STREAM', 'PARTITION', 'POSITION', 'END', 'LAG', 'FAILURES', 'OWNER'];

function groupRow({ group, stream, partition, position, end, owner, failures }: GroupState): string[] {
  const numbers = [partition, position, end, end - position, failures].map(String);
  return [printable(group), stream, ...numbers, owner ?? '-'];
}

const DEAD_TITLES = ['ID', 'GROUP', 'STREAM', 'KEY', 'FAILED', 'ATTEMPTS', 'ERROR'];

function deadRow({ id, group, event, failedAt, attempts, error }: DeadLetter): string[] {
  const [firstLine = ''] = error.split('\n', 1);
  return [
    id,
    printable(group),
    event.stream,
    printable(event.key),
    minute(failedAt),
    String(attempts),
    printable(firstLine),
  ];
}

function minute(moment: Date): string {
  return `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Offsets may exceed the safe integers of JSON, so they are written as strings. */
function asJson(value: unknown): string {
  return `${JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part), 2)}\n`;
}

type LogInvocation = Pick<Invocation, 'words' | 'settings' | 'terminal'>;
type LogWork = (installation: Installation, out: Output) => Promise<void>;
type LogAction = (words: readonly string[], options: LogOptions) => LogWork;

interface LogOptions {
  readonly group: string | undefined;
  readonly from: string | undefined;
  readonly limit: string | undefined;
  readonly json: boolean;
}
