import { Problem } from '../../errors.ts';
import type { EventLog } from '../../platform/log/port.ts';
import { type By, type RecordContext, record } from './record.ts';

/** What operators do to the log, by the API and the pages alike. */
export interface LogContext extends RecordContext {
  readonly log: EventLog;
}

/** Its views are built again from there. Says how far the group had come before. */
export async function replayGroup(context: LogContext, by: By, group: string, from: Date): Promise<void> {
  const known = (await context.log.groups()).some(each => each.group === group);
  if (!known) throw new Problem('not-found', `There is no group ${group}.`);
  await context.log.replay(group, from);
  await record(context, by, {
    action: 'log.replayed',
    subject: { kind: 'log-group', id: group },
    detail: { from: from.toISOString() },
  });
}

/** True when its group handled the event this time. */
export async function retryDeadLetter(context: LogContext, by: By, id: string): Promise<boolean> {
  const handled = await context.log.retryDeadLetter(id);
  await record(context, by, {
    action: 'log.dead-letter-retried',
    subject: { kind: 'dead-letter', id },
    detail: { handled },
  });
  return handled;
}
