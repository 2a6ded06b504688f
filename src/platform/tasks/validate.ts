import { type InputFault, Problem } from '../../errors.ts';
import { checkSchedule } from './cron.ts';
import type { NewTask, TaskChange } from './port.ts';

/** Throws a Problem that names everything that is wrong with a task or with a change of one. */
export function checkTask(task: NewTask): void {
  const faults = [
    ...nameFaults(task.name),
    ...(KIND.test(task.kind)
      ? []
      : [fault('/kind', 'must be small letters, digits, dots and dashes, 100 at most')]),
    ...changeFaults(task),
  ];
  refuse(faults);
  checkSchedule(task.schedule);
}

export function checkChange(change: TaskChange): void {
  refuse(changeFaults(change));
  if (change.schedule) checkSchedule(change.schedule);
}

function nameFaults(name: string | undefined): InputFault[] {
  return name === undefined || NAME.test(name)
    ? []
    : [fault('/name', 'must have 1 to 200 characters that can be printed')];
}

function changeFaults({ payload, retries }: TaskChange): InputFault[] {
  const faults: InputFault[] = [];
  if (retries !== undefined && !(Number.isInteger(retries) && retries >= 0 && retries <= 100))
    faults.push(fault('/retries', 'must be a whole number from 0 to 100'));
  const written = writePayload(payload);
  if (written.length > LONGEST_PAYLOAD)
    faults.push(fault('/payload', `must not be longer than ${LONGEST_PAYLOAD} characters as JSON`));
  // PostgreSQL has no place for it in text, also not inside jsonb.
  if (written.includes('\\u0000')) faults.push(fault('/payload', 'must not hold the character U+0000'));
  return faults;
}

/** As it is stored: nothing given is null. */
export function writePayload(payload: unknown): string {
  return JSON.stringify(payload ?? null);
}

function refuse(faults: readonly InputFault[]): void {
  if (faults.length > 0)
    throw new Problem('validation-failed', `${faults[0]?.at.slice(1)} ${faults[0]?.message}`, { faults });
}

function fault(at: string, message: string): InputFault {
  return { in: 'body', at, message };
}

const NAME = /^\P{C}{1,200}$/u;
const KIND = /^[a-z][a-z0-9.-]{0,99}$/;
const LONGEST_PAYLOAD = 65_536;
