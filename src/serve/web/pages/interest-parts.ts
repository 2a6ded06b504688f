import type { NamedInterest } from '../../../signals/learn/named.ts';
import type { StoredTopic } from '../../../stories/read/index.ts';
import { type Html, html } from '../html.ts';
import { actionButton, checkbox, dataTable, selectField } from './admin/parts.ts';
import { inWords, LEVELS } from './interest-levels.ts';

const ACTION = '/account/interests';

export function pauseForm(isPaused: boolean): Html {
  return html`<p>${isPaused ? 'Learning is paused: what you read changes nothing here.' : 'What you read, share and say is learned from.'}</p>
${actionButton({ action: ACTION, text: isPaused ? 'Resume' : 'Pause', of: 'learning', fields: { wish: isPaused ? 'resume' : 'pause' } })}`;
}

export function interestTable(items: readonly NamedInterest[], isWhole: boolean): Html {
  if (items.length === 0) return html`<p>Nothing is known yet.</p>`;
  const shown = isWhole ? items : items.slice(0, SHOWN);
  return html`${dataTable({
    caption: 'What you care for, what you set yourself first, then the strongest',
    columns: ['What', 'How much', 'Yours to set', 'Mute'],
    rows: shown.map(item => [
      html`<strong>${item.name}</strong> <span class="quiet">${KINDS[item.on]}</span>`,
      html`${inWords(item.level)}${item.isSetByHand && html` <span class="badge">Set by you</span>`}${item.isMuted && html` <span class="badge bad">Muted</span>`}`,
      levelForm(item, isWhole),
      actionButton({
        action: ACTION,
        text: item.isMuted ? 'Unmute' : 'Mute',
        of: item.name,
        fields: { wish: item.isMuted ? 'unmute' : 'mute', ...fieldsOf(item, isWhole) },
      }),
    ]),
  })}
${shown.length < items.length && html`<p><a href="${ACTION}?all=yes">Show all ${items.length}</a></p>`}`;
}

function levelForm(item: NamedInterest, isWhole: boolean): Html {
  const chosen = item.isSetByHand ? LEVELS.find(({ level }) => level === item.level)?.value : 'learned';
  return html`<form method="post" action="${ACTION}" class="buttons"><input type="hidden" name="wish" value="set">${Object.entries(fieldsOf(item, isWhole)).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<select name="level" aria-label="How much of ${item.name}">${LEVELS.map(({ value, name }) => html`<option value="${value}"${value === chosen && html` selected`}>${name}</option>`)}</select><button class="plain small beside">Set<span class="visually-hidden"> ${item.name}</span></button></form>`;
}

function fieldsOf({ on, id }: NamedInterest, isWhole: boolean): Readonly<Record<string, string>> {
  return { on, id, ...(isWhole ? { all: 'yes' } : {}) };
}

export function addForm(topics: readonly StoredTopic[]): Html {
  const inUse = topics.filter(({ isActive }) => isActive);
  if (inUse.length === 0) return html`<p>Every topic is in your list.</p>`;
  return html`<form method="post" action="${ACTION}"><input type="hidden" name="wish" value="set"><input type="hidden" name="on" value="topic">
${selectField({ name: 'id', label: 'Topic', value: '', options: inUse.map(({ id, name }) => [id, name] as const) })}
${selectField({ name: 'level', label: 'How much', value: 'more', options: LEVELS.filter(({ level }) => level !== null).map(({ value, name }) => [value, name] as const) })}
<button class="plain">Add topic</button></form>`;
}

export function forgetForms(): Html {
  return html`<form method="post" action="${ACTION}"><input type="hidden" name="wish" value="reset-learned">
${checkbox({ name: 'confirm', label: 'Yes, forget what was learned; what I set stays', required: true })}
<button class="plain danger">Forget what was learned</button></form>
<form method="post" action="${ACTION}"><input type="hidden" name="wish" value="reset-everything">
${checkbox({ name: 'confirm', label: 'Yes, forget everything, also what I set and muted', required: true })}
<button class="plain danger">Forget everything</button></form>`;
}

const KINDS = { topic: 'Topic', entity: 'Name', source: 'Source' };
const SHOWN = 60;
