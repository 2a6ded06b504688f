import { Cron } from 'croner';
import { bodyFault, type InputFault, Problem } from '../../errors.ts';
import { reason } from '../../reasons.ts';
import type { Schedule } from './port.ts';

/**
 * When a schedule is due. Cron expressions have five fields, to the minute, and mean the local time of their time zone.
 * When daylight saving begins or ends:
 *  - a local time that does not exist is due once, at the first moment after the gap (02:30 on the spring night in
 *    Berlin is 03:00);
 *  - a local time that exists twice is due once, the first time;
 *  - hourly and shorter intervals continue evenly through both.
 * If both day of month and day of week are given, one match is enough, as in every cron.
 */
export function nextRun(schedule: Schedule, after: Date): Date | null {
  if ('at' in schedule) return schedule.at > after ? schedule.at : null;
  return compile(schedule.cron, schedule.timeZone).nextRun(after);
}

/** All due times after `after` and before `until`, at most one a minute. */
export function* runsBetween(schedule: Schedule, after: Date, until: Date): Generator<Date> {
  for (let next = nextRun(schedule, after); next && next < until; next = nextRun(schedule, next)) yield next;
}

/** Throws a Problem that names the faulty fields. */
export function checkSchedule(schedule: Schedule): void {
  const faults = 'at' in schedule ? timeFaults(schedule.at) : cronFaults(schedule);
  if (faults.length > 0) throw new Problem('validation-failed', faults[0]?.message, { faults });
}

function timeFaults(at: Date): InputFault[] {
  return Number.isNaN(at.getTime()) ? [bodyFault('/schedule/at', reason('invalid-time'))] : [];
}

function cronFaults({ cron, timeZone }: { cron: string; timeZone: string }): InputFault[] {
  const zoneFaults = isTimeZone(timeZone)
    ? []
    : [bodyFault('/schedule/timeZone', reason('invalid-time-zone', { value: truncate(timeZone) }))];
  return [...zoneFaults, ...expressionFaults(cron)];
}

function expressionFaults(cron: string): InputFault[] {
  const at = '/schedule/cron';
  if (cron.length > MAX_EXPRESSION_LENGTH)
    return [bodyFault(at, reason('max-length', { max: MAX_EXPRESSION_LENGTH }))];
  if (cron.trim().split(/\s+/).length !== 5)
    return [bodyFault(at, reason('cron-field-count', { value: truncate(cron) }))];
  try {
    if (new Cron(cron, { paused: true, timezone: 'UTC' }).nextRun(A_DAY) === null)
      return [bodyFault(at, reason('cron-never-due', { value: truncate(cron) }))];
  } catch (error) {
    return [bodyFault(at, reason('invalid-cron', { value: truncate(cron), error: explain(error) }))];
  }
  return [];
}

/** Refuses offsets such as +02:00, which do not follow daylight saving. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function explain(error: unknown): string {
  return error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error);
}

function truncate(text: string): string {
  return text.slice(0, MAX_EXPRESSION_LENGTH);
}

/** Parsing an expression costs more than evaluating it, and the program uses few different ones. */
function compile(cron: string, timeZone: string): Cron {
  const key = `${timeZone} ${cron}`;
  const known = expressions.get(key);
  if (known) return known;
  if (expressions.size >= MAX_CACHED) expressions.clear();
  const fresh = new Cron(cron, { paused: true, timezone: timeZone });
  expressions.set(key, fresh);
  return fresh;
}

const expressions = new Map<string, Cron>();
const MAX_CACHED = 1_000;
const MAX_EXPRESSION_LENGTH = 200;
const A_DAY = new Date(Date.UTC(2026, 0, 1));
