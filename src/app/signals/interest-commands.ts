import { Problem } from '../../errors.ts';
import type { InterestCommand, InterestSubject } from '../../model/interest-command.ts';
import { reason } from '../../reasons.ts';
import { appendInterestCommand } from '../../signals/interests/append-command.ts';
import { findInterestSubject } from '../../signals/interests/named-interests.ts';
import type { AppContext } from '../context.ts';

/**
 * INT-3: a reader's commands about their interests, for the API and the pages. They take effect in the order
 * of the log.
 */
export async function commandInterest(
  context: InterestDeps,
  userId: string,
  params: InterestParams,
): Promise<void> {
  const command = await commandFrom(context, params);
  const at = context.clock.now();
  await context.database.transaction(async tx =>
    appendInterestCommand(tx, context.log, { userId, at, command }),
  );
}

async function commandFrom(
  context: InterestDeps,
  { command, on, id, level }: InterestParams,
): Promise<InterestCommand> {
  if (command === 'pause' || command === 'resume') return { kind: command };
  if (command === 'reset-learned') return { kind: 'reset', what: 'learned' };
  if (command === 'reset-everything') return { kind: 'reset', what: 'everything' };
  if (on === undefined || id === undefined)
    throw new Problem('validation-failed', reason('interest-subject-required'));
  const subject = await findInterestSubject(context.database, on, id);
  if (!subject) throw new Problem('not-found', reason(`${on}-unknown`));
  if (command !== 'set') return { kind: command, subject };
  if (level === undefined) throw new Problem('validation-failed', reason('interest-level-required'));
  return { kind: 'set', subject, level };
}

export const SUBJECTS = ['topic', 'entity', 'source'] as const satisfies readonly InterestSubject['on'][];
export const INTEREST_COMMANDS = [
  'set',
  'mute',
  'unmute',
  'pause',
  'resume',
  'reset-learned',
  'reset-everything',
] as const;

type InterestDeps = Pick<AppContext, 'database' | 'log' | 'clock'>;

export interface InterestParams {
  readonly command: (typeof INTEREST_COMMANDS)[number];
  readonly on?: InterestSubject['on'];
  readonly id?: string;
  readonly level?: number | null;
}
