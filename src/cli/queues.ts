import { CONSOLE } from '../app/admin/audited.ts';
import { listQueues, peekDeadLetters, purgeQueue, redriveQueue } from '../app/admin/queues.ts';
import type { Installation } from '../context.ts';
import type { PeekedMessage, QueueState } from '../platform/broker/port.ts';
import { maintainPartitions } from '../platform/database/partitions.ts';
import type { Invocation } from './command.ts';
import { UsageError } from './failures.ts';
import { withInstallation } from './installation.ts';
import { table } from './layout.ts';
import { requireSchema } from './require-schema.ts';
import { didYouMean } from './suggest.ts';
import { type Output, printable } from './terminal.ts';

/** `broadsheet queue`: checks its words before it opens the installation. */
export function workOnQueues(invocation: QueueInvocation, options: QueueOptions): Promise<number> {
  const [name = '', ...words] = invocation.words;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action)
    throw new UsageError(`queue has no action ${printable(name)}${didYouMean(name, Object.keys(ACTIONS))}`);
  const work = action(words, options);
  const { out } = invocation.terminal;
  return withInstallation(invocation.settings(), { migrate: false, mustExist: true }, async installation => {
    await requireSchema(installation.database);
    // After a long pause, the partition for this month's audit log may be missing.
    await maintainPartitions(installation.database, new Date(installation.clock.now()));
    await work(installation, out);
    return 0;
  });
}

/** Each checks its words and returns the work to do. */
const ACTIONS: Readonly<Record<string, QueueAction>> = {
  ls: (words, { json }) => {
    requireWords(words, 'ls');
    return async (installation, out) => {
      const queues = await listQueues(installation);
      if (json) out.write(asJson(queues));
      else out.write(queues.length > 0 ? table([QUEUE_COLUMNS, ...queues.map(asRow)]) : NO_QUEUES);
    };
  },
  peek: (words, options) => {
    const [queue = ''] = requireWords(words, 'peek', 'QUEUE');
    const [limit, after] = [readLimit(options.limit), readAfter(options.after)];
    return async ({ broker }, out) => {
      showMessages(out, await broker.peek(queue, { ...after, limit }), options);
    };
  },
  dead: (words, options) => {
    const [queue = ''] = requireWords(words, 'dead', 'QUEUE');
    const [limit, after] = [readLimit(options.limit), readAfter(options.after)];
    return async ({ broker }, out) =>
      showMessages(out, await peekDeadLetters({ broker }, queue, { ...after, limit }), options);
  },
  redrive: (words, { id }) => {
    const [queue = ''] = requireWords(words, 'redrive', 'QUEUE');
    const chosen = id === undefined ? {} : { ids: readIds(id) };
    return async (installation, out) => {
      const count = await redriveQueue(installation, CONSOLE, queue, chosen);
      out.write(`${messages(count)} moved back.\n`);
    };
  },
  purge: (words, { confirm }) => {
    const [queue = ''] = requireWords(words, 'purge', 'QUEUE');
    if (confirm !== queue)
      throw new UsageError(`this removes messages permanently: add --confirm ${printable(queue)}`);
    return async (installation, out) => {
      out.write(`${messages(await purgeQueue(installation, CONSOLE, queue))} removed.\n`);
    };
  },
};

function showMessages(
  out: Output,
  list: readonly PeekedMessage[],
  { json }: Pick<QueueOptions, 'json'>,
): void {
  if (json) {
    out.write(asJson(list));
    return;
  }
  out.write(list.length > 0 ? table([MESSAGE_COLUMNS, ...list.map(asMessageRow)]) : 'No messages.\n');
}

function asRow({ name, settings, ...state }: QueueState): string[] {
  const numbers = [state.pending, state.delayed, state.inFlight, state.stuck, state.publishedLastMinute];
  const oldest = state.oldestPendingAt ? minute(state.oldestPendingAt) : '-';
  return [printable(name), ...numbers.map(String), oldest, settings.paused ? 'paused' : 'active'];
}

function asMessageRow(message: PeekedMessage): string[] {
  const { id, publishedAt, receives, group, lastError, body } = message;
  const text = JSON.stringify(body);
  return [
    id,
    minute(publishedAt),
    String(receives),
    printable(group ?? '-'),
    short(printable(lastError ?? '-')),
    short(printable(text)),
  ];
}

function minute(at: Date): string {
  return at.toISOString().slice(0, 16).replace('T', ' ');
}

function short(text: string): string {
  return text.length > MAX_WIDTH ? `${text.slice(0, MAX_WIDTH)}…` : text;
}

function messages(count: number): string {
  return count === 1 ? '1 message' : `${count} messages`;
}

function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function requireWords(words: readonly string[], action: string, ...names: string[]): readonly string[] {
  if (words.length !== names.length)
    throw new UsageError(`usage: broadsheet queue ${[action, ...names].join(' ')}`);
  return words;
}

function readLimit(text = '10'): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new UsageError('--limit must be a whole number from 1 to 9999');
  return Number(text);
}

function readAfter(id: string | undefined): { after?: string } {
  if (id === undefined) return {};
  if (!/^[1-9]\d{0,17}$/.test(id)) throw new UsageError('--after must be the id of a message');
  return { after: id };
}

function readIds(text: string): string[] {
  const ids = text.split(',').map(id => id.trim());
  if (!ids.every(id => /^[\w-]{1,60}$/.test(id)))
    throw new UsageError('--id must be ids of messages, separated by commas');
  return ids;
}

const QUEUE_COLUMNS = ['QUEUE', 'WAITING', 'DELAYED', 'IN FLIGHT', 'STUCK', 'LAST MINUTE', 'OLDEST', 'STATE'];
const MESSAGE_COLUMNS = ['ID', 'PUBLISHED', 'RECEIVES', 'GROUP', 'LAST ERROR', 'BODY'];
const NO_QUEUES = 'There are no queues yet; the first message to a queue creates it.\n';
const MAX_WIDTH = 60;

type QueueInvocation = Pick<Invocation, 'words' | 'settings' | 'terminal'>;
type QueueWork = (installation: Installation, out: Output) => Promise<void>;
type QueueAction = (words: readonly string[], options: QueueOptions) => QueueWork;

interface QueueOptions {
  readonly limit: string | undefined;
  readonly after: string | undefined;
  readonly id: string | undefined;
  readonly confirm: string | undefined;
  readonly json: boolean;
}
