import { CONSOLE } from '../app/admin/audited.ts';
import { createTask, pauseTask, removeTask, resumeTask, runTask } from '../app/admin/tasks.ts';
import type { Installation } from '../context.ts';
import { maintainPartitions } from '../platform/database/partitions.ts';
import type { NewTask, Task, TaskRun, TaskState } from '../platform/tasks/port.ts';
import { taskKinds } from '../roles/tasks.ts';
import type { Invocation } from './command.ts';
import { CommandFailure, UsageError } from './failures.ts';
import { withInstallation } from './installation.ts';
import { table } from './layout.ts';
import { requireSchema } from './require-schema.ts';
import { didYouMean } from './suggest.ts';
import { type Output, printable } from './terminal.ts';

/** `broadsheet task`: checks its words before it opens the installation. */
export function changeTasks(invocation: TaskInvocation, options: TaskOptions): Promise<number> {
  const [name = '', ...words] = invocation.words;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action)
    throw new UsageError(`task has no action ${printable(name)}${didYouMean(name, Object.keys(ACTIONS))}`);
  const work = action(words, options);
  return withInstallation(invocation.settings(), { migrate: false, mustExist: true }, async installation => {
    await requireSchema(installation.database);
    // After a long pause, the partition for this month's audit log may be missing.
    await maintainPartitions(installation.database, new Date(installation.clock.now()));
    await work(installation, invocation.terminal.out);
    return 0;
  });
}

/** Each checks its words and returns the work to do. */
const ACTIONS: Readonly<Record<string, TaskSubcommand>> = {
  ls: (words, options) => {
    requireWords(words, 'ls');
    return showTasks({ ...options, state: readState(options.state), limit: readLimit(options.limit) });
  },
  show: (words, { json }) =>
    onOne(words, 'show', async ({ tasks }, out, task) => {
      const runs = await tasks.runs(task.id, { limit: 20 });
      out.write(json ? asJson({ ...task, runs }) : describe(task, runs));
    }),
  run: words =>
    onOne(words, 'run', async (installation, out, task) => {
      const run = await runTask(installation, CONSOLE, task.id);
      out.write(`${label(task)} runs now as run ${run}.\n`);
    }),
  pause: words =>
    onOne(words, 'pause', async (installation, out, task) =>
      printTask(out, await pauseTask(installation, CONSOLE, task.id)),
    ),
  resume: words =>
    onOne(words, 'resume', async (installation, out, task) =>
      printTask(out, await resumeTask(installation, CONSOLE, task.id)),
    ),
  rm: words =>
    onOne(words, 'rm', async (installation, out, task) => {
      await removeTask(installation, CONSOLE, task.id);
      out.write(`Removed ${label(task)}.\n`);
    }),
  add: (words, options) => {
    const [kind = ''] = requireWords(words, 'add', 'KIND');
    const task = readTask(kind, options);
    return async (installation, out) => {
      requireKind(installation, kind);
      printTask(out, await createTask(installation, CONSOLE, task));
    };
  },
  forecast: (words, { json }) => {
    requireWords(words, 'forecast');
    return async ({ tasks }, out) => {
      const forecast = await tasks.forecast();
      if (json) return void out.write(asJson(forecast));
      const rows = forecast.minutes.map(({ at, due }) => [moment(at), String(due)]);
      out.write(table([['MINUTE (UTC)', 'DUE'], ...rows]));
      out.write(`${describeRate(forecast.executorRatePerMinute)}\n`);
    };
  },
};

function showTasks({ state, kind, limit, json }: TaskFilter): TaskWork {
  return async ({ tasks }, out) => {
    const found = await tasks.list({
      limit: limit + 1,
      ...(state === undefined ? {} : { state }),
      ...(kind === undefined ? {} : { kind }),
    });
    const shown = found.slice(0, limit);
    if (json) return void out.write(asJson(shown));
    out.write(
      table([['ID', 'NAME', 'KIND', 'SCHEDULE', 'STATE', 'NEXT (UTC)', 'LAST'], ...shown.map(asRow)]),
    );
    if (found.length > limit) out.write(`There are more; --limit ${limit * 10} shows ten times as many.\n`);
  };
}

function onOne(words: readonly string[], action: string, work: SingleTaskWork): TaskWork {
  const [named = ''] = requireWords(words, action, 'TASK');
  return async (installation, out) => work(installation, out, await find(installation, named));
}

async function find({ tasks }: Installation, named: string): Promise<Task> {
  const task = (await tasks.get(named)) ?? (await tasks.findByName(named));
  if (!task)
    throw new CommandFailure(`there is no task ${printable(named)}`, {
      remedy: '`broadsheet task ls` lists them.',
    });
  return task;
}

function readTask(kind: string, options: TaskOptions): NewTask {
  const { payload, retries } = options;
  const [name, missed, overlap] = [options['task-name'], options.missed, options.overlap];
  return {
    kind,
    schedule: readSchedule(options),
    ...(name === undefined ? {} : { name }),
    ...(payload === undefined ? {} : { payload: readJson(payload) }),
    ...(missed === undefined ? {} : { missed: readWord('missed', missed, ['once', 'skip']) }),
    ...(overlap === undefined ? {} : { overlap: readWord('overlap', overlap, ['refuse', 'allow']) }),
    ...(retries === undefined ? {} : { retries: Number(retries) }),
  };
}

function readSchedule({ at, cron, 'time-zone': timeZone }: TaskOptions): NewTask['schedule'] {
  if ((at === undefined) === (cron === undefined)) throw new UsageError('give either --at or --cron');
  if (cron !== undefined) return { cron, timeZone: timeZone ?? 'UTC' };
  // Without a zone it would depend on the machine that runs the command.
  if (at === undefined || !/(Z|[+-]\d\d:?\d\d)$/i.test(at) || Number.isNaN(Date.parse(at)))
    throw new UsageError('--at must be a time with its zone, such as 2026-12-24T18:00Z');
  return { at: new Date(at) };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError('--payload must be JSON');
  }
}

function readState(text: string | undefined): TaskState | undefined {
  return text === undefined ? undefined : readWord('state', text, STATES);
}

function readWord<const W extends string>(option: string, text: string, words: readonly W[]): W {
  const known = words.find(word => word === text);
  if (known === undefined)
    throw new UsageError(`--${option} must be one of ${words.join(', ')}${didYouMean(text, words)}`);
  return known;
}

function readLimit(text = '100'): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new UsageError('--limit must be a whole number from 1');
  return Number(text);
}

function requireKind(installation: Installation, kind: string): void {
  const known = taskKinds(installation).map(({ name }) => name);
  if (!known.includes(kind))
    throw new CommandFailure(`there is no task kind ${printable(kind)}${didYouMean(kind, known)}`, {
      remedy: `Kinds: ${known.join(', ')}.`,
    });
}

function requireWords(words: readonly string[], action: string, ...names: string[]): readonly string[] {
  if (words.length !== names.length)
    throw new UsageError(`usage: broadsheet task ${[action, ...names].join(' ')}`);
  return words;
}

function printTask(out: Output, task: Task): void {
  const next = task.nextRunAt && task.state !== 'paused' ? `, next at ${moment(task.nextRunAt)} UTC` : '';
  out.write(`${label(task)} (${schedule(task)}): ${task.state}${next}\n`);
}

function describe(task: Task, runs: readonly TaskRun[]): string {
  const facts = table([
    ['id', task.id],
    ['name', printable(task.name ?? '-')],
    ['kind', task.kind],
    ['schedule', schedule(task)],
    ['state', task.state],
    ['next', task.nextRunAt ? `${moment(task.nextRunAt)} UTC` : '-'],
    ['missed', task.missed],
    ['overlap', task.overlap],
    ['retries', String(task.retries)],
    ['payload', printable(JSON.stringify(task.payload))],
  ]);
  const rows = runs.map(run => [moment(run.dueAt), moment(run.startedAt), took(run), run.outcome, why(run)]);
  return `${facts}\n${table([['DUE (UTC)', 'STARTED', 'TOOK', 'OUTCOME', ''], ...rows])}`;
}

function asRow(task: Task): string[] {
  const last = task.lastRun ? `${task.lastRun.outcome} ${took(task.lastRun)}` : '-';
  const next = task.nextRunAt ? moment(task.nextRunAt) : '-';
  return [task.id, printable(task.name ?? '-'), task.kind, schedule(task), task.state, next, last];
}

function label({ id, name }: Task): string {
  return printable(name ?? id);
}

function schedule({ schedule: when }: Task): string {
  return 'at' in when ? `at ${moment(when.at)}` : `${when.cron} ${when.timeZone}`;
}

function took({ startedAt, endedAt }: TaskRun): string {
  return endedAt ? `${endedAt.getTime() - startedAt.getTime()} ms` : '-';
}

function why({ byHand, attempt, error }: TaskRun): string {
  const parts = [byHand ? 'by hand' : '', attempt > 1 ? `attempt ${attempt}` : '', printable(error ?? '')];
  return parts.filter(part => part !== '').join(', ');
}

function describeRate(rate: number | null): string {
  return rate === null
    ? 'Too few tasks ran recently to estimate how many the executors can run.'
    : `The executors ran ${rate} tasks in their busiest recent minute.`;
}

function moment(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ');
}

function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

const STATES = ['waiting', 'picked', 'running', 'paused', 'done', 'failed'] as const;

type TaskInvocation = Pick<Invocation, 'words' | 'settings' | 'terminal'>;
type TaskWork = (installation: Installation, out: Output) => Promise<void>;
type SingleTaskWork = (installation: Installation, out: Output, task: Task) => Promise<void> | void;
type TaskSubcommand = (words: readonly string[], options: TaskOptions) => TaskWork;

interface TaskFilter {
  readonly state: TaskState | undefined;
  readonly kind: string | undefined;
  readonly limit: number;
  readonly json: boolean;
}

interface TaskOptions {
  readonly state: string | undefined;
  readonly kind: string | undefined;
  readonly limit: string | undefined;
  readonly json: boolean;
  readonly at: string | undefined;
  readonly cron: string | undefined;
  readonly 'time-zone': string | undefined;
  readonly 'task-name': string | undefined;
  readonly payload: string | undefined;
  readonly missed: string | undefined;
  readonly overlap: string | undefined;
  readonly retries: string | undefined;
}
