import type { Principal } from '../../../../model/principal.ts';
import type { Schedule, TaskChange } from '../../../../platform/tasks/port.ts';
import { checkJson } from '../../../http/json-value.ts';
import { type Html, html } from '../../html.ts';
import type { PageCall } from '../../page-route.ts';
import type { Refusal } from '../../refusal.ts';
import { textField } from '../parts.ts';
import { invalid, momentInUtc, wholeNumber } from './fields.ts';
import { selectField, textArea } from './parts.ts';

/** The fields that a new task and a changed one have in common. */
export function taskFields({ kept, refusal }: TaskFields): Html {
  return html`<fieldset><legend>When: once, or again and again</legend>
<div class="choices">
${textField({ name: 'at', label: 'Once, at (UTC)', type: 'datetime-local', value: kept('at', ''), autocomplete: 'off', required: false, refusal })}
${textField({ name: 'cron', label: 'Again and again, by cron expression', value: kept('cron', ''), autocomplete: 'off', hint: 'Minute, hour, day, month, weekday: 30 6 * * 1-5', required: false, refusal })}
${textField({ name: 'timeZone', label: 'Time zone of the expression', value: kept('timeZone', 'UTC'), autocomplete: 'off', hint: 'Such as Europe/Berlin', required: false, refusal })}
</div></fieldset>
${textArea({ name: 'payload', label: 'Payload', value: kept('payload', 'null'), hint: 'JSON that is handed to it.', refusal })}
<div class="choices">
${selectField({
  name: 'missed',
  label: 'Times that passed while nothing ran',
  value: kept('missed', 'once'),
  options: [
    ['once', 'run once for all of them'],
    ['skip', 'are skipped'],
  ],
})}
${selectField({
  name: 'overlap',
  label: 'Due while it still runs',
  value: kept('overlap', 'refuse'),
  options: [
    ['refuse', 'is refused'],
    ['allow', 'runs beside'],
  ],
})}
${textField({ name: 'retries', label: 'Tries after a failure', type: 'number', value: kept('retries', '0'), autocomplete: 'off', refusal })}
</div>`;
}

/** What a form with these fields asks for. */
export function readTaskFields({ field }: PageCall<Principal>): Required<TaskChange> {
  return {
    schedule: scheduleIn(field),
    payload: payloadIn(field('payload')),
    missed: field('missed') === 'skip' ? 'skip' : 'once',
    overlap: field('overlap') === 'allow' ? 'allow' : 'refuse',
    retries: wholeNumber(field('retries') || '0', '/retries', 0, 100),
  };
}

/** Whether the fields say what is so already; they show times to the minute. */
export function isSameSchedule(present: Schedule, wanted: Schedule): boolean {
  return fieldsOf(present) === fieldsOf(wanted);
}

function fieldsOf(schedule: Schedule): string {
  return 'at' in schedule ? minuteInUtc(schedule.at) : `${schedule.cron} ${schedule.timeZone}`;
}

/** As a `datetime-local` field takes it. */
export function minuteInUtc(at: Date): string {
  return at.toISOString().slice(0, 16);
}

function scheduleIn(field: (name: string) => string): Schedule {
  const [at, cron] = [field('at').trim(), field('cron').trim()];
  if ((at === '') === (cron === ''))
    throw invalid('/schedule', 'must be one of the two: a time, or a cron expression');
  return at === ''
    ? { cron, timeZone: field('timeZone').trim() || 'UTC' }
    : { at: momentInUtc(at, '/schedule/at') };
}

function payloadIn(text: string): unknown {
  if (text.trim() === '') return null;
  const payload = parsed(text);
  checkJson(payload, '/payload');
  return payload;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('/payload', 'must be JSON');
  }
}

interface TaskFields {
  readonly kept: (name: string, otherwise: string) => string;
  readonly refusal: Refusal | undefined;
}
