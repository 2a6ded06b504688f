import { int4, jsonb, nullable, type RowOf, row, text, timestamptz, uuid } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { arm } from './arm.ts';
import type { TasksContext } from './context.ts';
import { nextRun } from './cron.ts';
import type { TaskMessage } from './message.ts';
import { oneOf, overlap } from './rows.ts';

/**
 * Decides for delivered messages whether their tasks may run, and records the starts first, so that a run that never
 * ends is visible. Decides on a whole claim at once: ten thousand tasks of one minute would otherwise wait for as many
 * commits.
 */
export async function startRuns(
  context: TasksContext,
  requests: readonly StartRequest[],
): Promise<Verdict[]> {
  const verdicts = new Map<StartRequest, Verdict>();
  for (let left = [...requests]; left.length > 0; ) {
    const batch = onePerTask(left);
    left = left.filter(request => !batch.includes(request));
    const decisions = new Map((await decideStarts(context, batch)).map(found => [found.taskId, found]));
    for (const request of batch)
      verdicts.set(request, await verdictOn(context, request, decisions.get(request.message.task)));
  }
  return requests.map(request => verdicts.get(request) ?? { kind: 'gone' });
}

/** Never two messages of one task: the decision on the second depends on the result of the first. */
function onePerTask(requests: readonly StartRequest[]): StartRequest[] {
  return [...new Map([...requests].reverse().map(request => [request.message.task, request])).values()];
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

/** The rules are in a database function, which takes one round trip. */
function decideStarts(context: TasksContext, requests: readonly StartRequest[]): Promise<StartDecision[]> {
  const flags = (of: (request: StartRequest) => boolean) => requests.map(request => String(of(request)));
  return context.database.many(
    DecisionRow,
    sql`
      select * from start_task_runs(
        ${requests.map(({ message }) => message.run)}::uuid[],
        ${requests.map(() => context.newId())}::uuid[],
        ${requests.map(({ message }) => message.task)}::uuid[],
        ${requests.map(({ message }) => message.version)}::bigint[],
        ${requests.map(({ message }) => message.due)}::timestamptz[],
        ${flags(({ message }) => message.byHand)}::boolean[],
        ${flags(({ message }) => message.tries > 1)}::boolean[],
        ${requests.map(({ visibleUntil }) => visibleUntil)}::timestamptz[],
        ${MISSED_AFTER}::interval
      )
    `,
  );
}

/**
 * A task whose runs may overlap is armed at the start of a run, not at its end. If the program dies before that, the end
 * of the repeated run arms it.
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

const DecisionRow = row({
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

/** The pickers' look-ahead: a shorter delay is a busy minute or a restart, not a missed occurrence. */
const MISSED_AFTER = '2 minutes';

type StartDecision = RowOf<typeof DecisionRow>;

export interface StartRequest {
  readonly message: TaskMessage;
  /** End of the message's lease, from its delivery. */
  readonly visibleUntil: Date;
}

export type Verdict =
  | { readonly kind: 'run'; readonly run: StartedRun }
  /** The task was removed, or the message is outdated: nothing to do. */
  | { readonly kind: 'gone' | 'stale' }
  | { readonly kind: 'early' | 'expired' }
  /** Refused by policy: its time is long past, or the task still runs. */
  | { readonly kind: 'missed' | 'overlap' };

export interface StartedRun extends TaskMessage {
  readonly id: string;
  readonly attempt: number;
  readonly startedAt: Date;
  readonly taskKind: string;
  readonly payload: unknown;
  readonly retries: number;
}
