import { type Html, html } from '../../../app/markup/html.ts';
import type { NamedInterest } from '../../../signals/interests/named-interests.ts';
import type { StoredTopic } from '../../../stories/queries/index.ts';
import { t, topicName } from '../texts/messages.ts';
import { actionButton, checkbox, dataTable, selectField } from './admin/parts.ts';
import { inWords, LEVELS } from './interest-levels.ts';

const ACTION = '/account/interests';

export function pauseForm(isPaused: boolean): Html {
  return html`<p>${isPaused ? t('interests.isPaused') : t('interests.isOn')}</p>
${actionButton({ action: ACTION, text: isPaused ? t('interests.resume') : t('interests.pause'), of: t('interests.ofLearning'), fields: { command: isPaused ? 'resume' : 'pause' } })}`;
}

export function interestTable(items: readonly NamedInterest[], isWhole: boolean): Html {
  if (items.length === 0) return html`<p>${t('interests.none')}</p>`;
  const shown = isWhole ? items : items.slice(0, SHOWN);
  return html`${dataTable({
    caption: t('interests.caption'),
    columns: [t('interests.name'), t('interests.howMuch'), t('interests.yours'), t('interests.mute')],
    rows: shown.map(item => [
      html`<strong>${item.on === 'topic' ? topicName(item.name) : item.name}</strong> <span class="quiet">${KINDS[item.on]}</span>`,
      html`${inWords(item.level)}${item.isSetByHand && html` <span class="badge">${t('interests.byYou')}</span>`}${item.isMuted && html` <span class="badge bad">${t('interests.muted')}</span>`}`,
      levelForm(item, isWhole),
      actionButton({
        action: ACTION,
        text: item.isMuted ? t('interests.unmute') : t('interests.mute'),
        of: item.name,
        fields: { command: item.isMuted ? 'unmute' : 'mute', ...fieldsOf(item, isWhole) },
      }),
    ]),
  })}
${shown.length < items.length && html`<p><a href="${ACTION}?all=yes">${t('interests.showAll', { count: items.length })}</a></p>`}`;
}

function levelForm(item: NamedInterest, isWhole: boolean): Html {
  const chosen = item.isSetByHand ? LEVELS.find(({ level }) => level === item.level)?.value : 'learned';
  return html`<form method="post" action="${ACTION}" class="buttons"><input type="hidden" name="command" value="set">${Object.entries(fieldsOf(item, isWhole)).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<select name="level" aria-label="${t('interests.howMuchOf', { name: item.name })}">${LEVELS.map(({ value, name }) => html`<option value="${value}"${value === chosen && html` selected`}>${name}</option>`)}</select><button class="plain small beside">${t('interests.set')}<span class="visually-hidden"> ${item.name}</span></button></form>`;
}

function fieldsOf({ on, id }: NamedInterest, isWhole: boolean): Readonly<Record<string, string>> {
  return { on, id, ...(isWhole ? { all: 'yes' } : {}) };
}

export function addForm(topics: readonly StoredTopic[]): Html {
  const inUse = topics.filter(({ isActive }) => isActive);
  if (inUse.length === 0) return html`<p>${t('interests.everyTopic')}</p>`;
  return html`<form method="post" action="${ACTION}"><input type="hidden" name="command" value="set"><input type="hidden" name="on" value="topic">
${selectField({ name: 'id', label: t('interests.topic'), value: '', options: inUse.map(({ id, name }) => [id, topicName(name)] as const) })}
${selectField({ name: 'level', label: t('interests.howMuch'), value: 'more', options: LEVELS.filter(({ level }) => level !== null).map(({ value, name }) => [value, name] as const) })}
<button class="plain">${t('interests.add')}</button></form>`;
}

export function forgetForms(): Html {
  return html`<form method="post" action="${ACTION}"><input type="hidden" name="command" value="reset-learned">
${checkbox({ name: 'confirm', label: t('interests.resetLearnedYes'), required: true })}
<button class="plain danger">${t('interests.resetLearned')}</button></form>
<form method="post" action="${ACTION}"><input type="hidden" name="command" value="reset-everything">
${checkbox({ name: 'confirm', label: t('interests.resetAllYes'), required: true })}
<button class="plain danger">${t('interests.resetAll')}</button></form>`;
}

const KINDS = {
  topic: t('interests.topic'),
  entity: t('interests.entity'),
  source: t('interests.source'),
};
const SHOWN = 60;
