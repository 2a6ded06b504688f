import { bodyFault, type InputFault, Problem } from '../../errors.ts';
import { reason } from '../../reasons.ts';
import { checkSchedule } from './cron.ts';
import type { NewTask, TaskChange } from './port.ts';

/** Throws a Problem that names all faults. */
export function checkTask(task: NewTask): void {
  const faults = [
    ...nameFaults(task.name),
    ...(KIND.test(task.kind) ? [] : [bodyFault('/kind', reason('kind-characters'))]),
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
    : [bodyFault('/name', reason('printable-length-between', { min: 1, max: 200 }))];
}

function changeFaults({ payload, retries }: TaskChange): InputFault[] {
  const faults: InputFault[] = [];
  if (retries !== undefined && !(Number.isInteger(retries) && retries >= 0 && retries <= 100))
    faults.push(bodyFault('/retries', reason('whole-number-between', { min: 0, max: 100 })));
  const written = writePayload(payload);
  if (written.length > MAX_PAYLOAD_LENGTH)
    faults.push(bodyFault('/payload', reason('json-too-long', { max: MAX_PAYLOAD_LENGTH })));
  // PostgreSQL cannot store NUL, not even inside jsonb.
  if (written.includes('\\u0000')) faults.push(bodyFault('/payload', reason('nul-character')));
  return faults;
}

/** The stored form; a missing payload is null. */
export function writePayload(payload: unknown): string {
  return JSON.stringify(payload ?? null);
}

function refuse(faults: readonly InputFault[]): void {
  if (faults.length > 0)
    throw new Problem('validation-failed', `${faults[0]?.at.slice(1)} ${faults[0]?.message}`, { faults });
}

const NAME = /^\P{C}{1,200}$/u;
const KIND = /^[a-z][a-z0-9.-]{0,99}$/;
const MAX_PAYLOAD_LENGTH = 65_536;
