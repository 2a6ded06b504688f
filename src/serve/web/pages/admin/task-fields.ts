import { type Html, html } from '../../../../app/markup/html.ts';
import { invalidInput } from '../../../../errors.ts';
import type { Principal } from '../../../../model/principal.ts';
import type { Schedule, TaskChange } from '../../../../platform/tasks/port.ts';
import { reason } from '../../../../reasons.ts';
import { checkJson } from '../../../http/json-value.ts';
import type { PageCall } from '../../page-route.ts';
import type { Refusal } from '../../refusal.ts';
import { t } from '../../texts/messages.ts';
import { textField } from '../parts.ts';
import { momentInUtc, wholeNumber } from './fields.ts';
import { selectField, textArea } from './parts.ts';

/** The fields of the forms to create and to edit a task. */
export function taskFields({ fieldValue, refusal }: TaskFields): Html {
  return html`<fieldset><legend>${t('tasks.whenLegend')}</legend>
<div class="choices">
${textField({ name: 'at', label: t('tasks.at'), type: 'datetime-local', value: fieldValue('at', ''), autocomplete: 'off', required: false, refusal })}
${textField({ name: 'cron', label: t('tasks.cron'), value: fieldValue('cron', ''), autocomplete: 'off', hint: t('tasks.cronHint'), required: false, refusal })}
${textField({ name: 'timeZone', label: t('tasks.zone'), value: fieldValue('timeZone', 'UTC'), autocomplete: 'off', hint: t('tasks.zoneHint'), required: false, refusal })}
</div></fieldset>
${textArea({ name: 'payload', label: t('tasks.payload'), value: fieldValue('payload', 'null'), hint: t('tasks.payloadHint'), refusal })}
<div class="choices">
${selectField({
  name: 'missed',
  label: t('tasks.missed'),
  value: fieldValue('missed', 'once'),
  options: [
    ['once', t('tasks.missed.once')],
    ['skip', t('tasks.missed.skip')],
  ],
})}
${selectField({
  name: 'overlap',
  label: t('tasks.overlap'),
  value: fieldValue('overlap', 'refuse'),
  options: [
    ['refuse', t('tasks.overlap.refuse')],
    ['allow', t('tasks.overlap.allow')],
  ],
})}
${textField({ name: 'retries', label: t('tasks.retries'), type: 'number', value: fieldValue('retries', '0'), autocomplete: 'off', refusal })}
</div>`;
}

/** Parses a form with these fields. */
export function readTaskFields({ field }: PageCall<Principal>): Required<TaskChange> {
  return {
    schedule: scheduleIn(field),
    payload: payloadIn(field('payload')),
    missed: field('missed') === 'skip' ? 'skip' : 'once',
    overlap: field('overlap') === 'allow' ? 'allow' : 'refuse',
    retries: wholeNumber(field('retries') || '0', '/retries', 0, 100),
  };
}

/** Whether a schedule is unchanged; the fields show times to the minute. */
export function isSameSchedule(present: Schedule, wanted: Schedule): boolean {
  return fieldsOf(present) === fieldsOf(wanted);
}

function fieldsOf(schedule: Schedule): string {
  return 'at' in schedule ? minuteInUtc(schedule.at) : `${schedule.cron} ${schedule.timeZone}`;
}

/** The format of a `datetime-local` field. */
export function minuteInUtc(at: Date): string {
  return at.toISOString().slice(0, 16);
}

function scheduleIn(field: (name: string) => string): Schedule {
  const [at, cron] = [field('at').trim(), field('cron').trim()];
  if ((at === '') === (cron === '')) throw invalidInput('/schedule', reason('one-schedule-required'));
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
    throw invalidInput('/payload', reason('json-required'));
  }
}

interface TaskFields {
  readonly fieldValue: (name: string, otherwise: string) => string;
  readonly refusal: Refusal | undefined;
}
