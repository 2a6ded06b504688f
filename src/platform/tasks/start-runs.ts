import { int4, jsonb, nullable, type RowOf, row, text, timestamptz, uuid } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { arm } from './arm.ts';
import type { TasksContext } from './context.ts';
import { nextRun } from './cron.ts';
import type { TaskMessage } from './message.ts';
import { oneOf, overlap } from './rows.ts';

/**
 * Says for delivered messages whether their tasks may run, and writes the starts down before they do, so that a
 * run that never ends can be seen. Messages that were claimed together are answered together: ten thousand tasks
 * of one minute would otherwise wait for as many commits.
 */
export async function startRuns(context: TasksContext, asked: readonly StartRequest[]): Promise<Verdict[]> {
  const verdicts = new Map<StartRequest, Verdict>();
  for (let left = [...asked]; left.length > 0; ) {
    const batch = onePerTask(left);
    left = left.filter(one => !batch.includes(one));
    const judged = new Map((await decideStarts(context, batch)).map(found => [found.taskId, found]));
    for (const one of batch) verdicts.set(one, await verdictOn(context, one, judged.get(one.message.task)));
  }
  return asked.map(one => verdicts.get(one) ?? { kind: 'gone' });
}

/** Two messages of one task are never judged together: the second has to see what became of the first. */
function onePerTask(asked: readonly StartRequest[]): StartRequest[] {
  return [...new Map([...asked].reverse().map(one => [one.message.task, one])).values()];
}

async function verdictOn(
  context: TasksContext,
  { message }: StartRequest,
  found: StartDecision | undefined,
): Promise<Verdict> {
  if (!found) return { kind: 'gone' };
  if (found.verdict === 'run') await armBesideRun(context, message, found);
  return toVerdict(message, found);
}

/** The rules are in the function, where all of it is one round trip. */
function decideStarts(context: TasksContext, asked: readonly StartRequest[]): Promise<StartDecision[]> {
  const flags = (of: (asked: StartRequest) => boolean) => asked.map(one => String(of(one)));
  return context.database.many(
    JudgedRow,
    sql`
      select * from start_task_runs(
        ${asked.map(({ message }) => message.run)}::uuid[],
        ${asked.map(() => context.newId())}::uuid[],
        ${asked.map(({ message }) => message.task)}::uuid[],
        ${asked.map(({ message }) => message.version)}::bigint[],
        ${asked.map(({ message }) => message.due)}::timestamptz[],
        ${flags(({ message }) => message.byHand)}::boolean[],
        ${flags(({ message }) => message.tries > 1)}::boolean[],
        ${asked.map(({ visibleUntil }) => visibleUntil)}::timestamptz[],
        ${MISSED_AFTER}::interval
      )
    `,
  );
}

/**
 * Where runs may overlap, the next one cannot wait for the end of this one. If the program dies before this, the
 * end of the run that is made up for arms the task instead.
 */
async function armBesideRun(
  context: TasksContext,
  message: TaskMessage,
  { cron, timeZone, overlap, attempt, now }: StartDecision,
): Promise<void> {
  if (overlap !== 'allow' || cron === null || timeZone === null || message.byHand || attempt > 1) return;
  const next = nextRun({ cron, timeZone }, now);
  if (!next) return;
  await context.database.transaction(async tx => {
    const unchanged = await tx.execute(sql`
      select from tasks
      where id = ${message.task} and version = ${message.version} and state = 'running'
      for no key update
    `);
    if (unchanged === 1) await arm(context, tx, message.task, next);
  });
}

function toVerdict(message: TaskMessage, found: StartDecision): Verdict {
  if (found.verdict !== 'run') return { kind: found.verdict };
  const { runId: id, attempt, now: startedAt, kind: taskKind, payload, retries } = found;
  return { kind: 'run', run: { ...message, id, attempt, startedAt, taskKind, payload, retries } };
}

const JudgedRow = row({
  task_id: uuid,
  run_id: uuid,
  verdict: oneOf('run', 'expired', 'early', 'stale', 'missed', 'overlap'),
  kind: text,
  payload: jsonb,
  retries: int4,
  cron: nullable(text),
  time_zone: nullable(text),
  overlap,
  now: timestamptz,
  attempt: int4,
});

/** As long as the pickers' look-ahead: a shorter delay is a busy minute or a restart, not a time that was missed. */
const MISSED_AFTER = '2 minutes';

type StartDecision = RowOf<typeof JudgedRow>;

export interface StartRequest {
  readonly message: TaskMessage;
  /** Until when the message is this executor's, as told at its delivery. */
  readonly visibleUntil: Date;
}

export type Verdict =
  | { readonly kind: 'run'; readonly run: StartedRun }
  /** The task is removed, or the message out of date: there is nothing to do. */
  | { readonly kind: 'gone' | 'stale' }
  | { readonly kind: 'early' | 'expired' }
  /** Its policy refuses it: its time is long over, or the task still runs. */
  | { readonly kind: 'missed' | 'overlap' };

export interface StartedRun extends TaskMessage {
  readonly id: string;
  readonly attempt: number;
  readonly startedAt: Date;
  readonly taskKind: string;
  readonly payload: unknown;
  readonly retries: number;
}
