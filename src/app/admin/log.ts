import { Problem } from '../../errors.ts';
import type { DeadLetter, EventLog } from '../../platform/log/port.ts';
import { reason } from '../../reasons.ts';
import { type ActingPerson, type AuditDeps, recordAction } from './audited.ts';

/** Operators' actions on the log, for the API, the pages and the command line. */
export interface LogDeps extends AuditDeps {
  readonly log: EventLog;
}

/** The group handles all events since `from` again, which rebuilds its views. */
export function replayGroup(context: LogDeps, by: ActingPerson, group: string, from: Date): Promise<void> {
  return context.database.transaction(async tx => {
    await context.log.replayIn(tx, group, from);
    await recordAction(tx, context, by, {
      action: 'log.replayed',
      subject: { kind: 'log-group', id: group },
      detail: { from: from.toISOString() },
    });
  });
}

/**
 * Returns whether the group handled the event this time. The audit log records the request, whatever its
 * outcome.
 */
export function retryDeadLetter(context: LogDeps, by: ActingPerson, id: string): Promise<boolean> {
  return context.log.retryDeadLetter(id, tx =>
    recordAction(tx, context, by, {
      action: 'log.dead-letter-retried',
      subject: { kind: 'dead-letter', id },
    }),
  );
}

export async function requireDeadLetter({ log }: Pick<LogDeps, 'log'>, id: string): Promise<DeadLetter> {
  const letter = await log.deadLetter(id);
  if (!letter) throw new Problem('not-found', reason('dead-letter-unknown'));
  return letter;
}
