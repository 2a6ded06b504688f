import { type Html, html } from '../../../../../app/markup/html.ts';
import {
  listExperiments,
  listVariants,
  STANDARD_VARIANT,
  type StoredExperiment,
  type StoredVariant,
} from '../../../../../feeds/experiments/stored-experiments.ts';
import type { Principal } from '../../../../../model/principal.ts';
import type { Page } from '../../../page.ts';
import type { PageCall } from '../../../page-route.ts';
import { percent } from '../../../texts/amounts.ts';
import { t } from '../../../texts/messages.ts';
import { date } from '../../../times.ts';
import { textField } from '../../parts.ts';
import { adminFrame, adminPage, type DoneWord, doneBy, type Outcome } from '../frame.ts';
import { dataTable, jsonText, refusalIn, section, selectField, textArea } from '../parts.ts';

/** FEED-9: ranking experiments, and the variants that they compare. */
export const experimentsPage = adminPage({
  method: 'GET',
  path: '/admin/experiments',
  handler: async call => ({ page: await showExperiments(call, { done: doneBy(call, DONE) }) }),
});

export async function showExperiments(call: PageCall<Principal>, outcome: Outcome): Promise<Page> {
  const { database } = call.context;
  const [experiments, variants] = await Promise.all([listExperiments(database), listVariants(database)]);
  return adminFrame({
    title: t('experiments.title'),
    at: '/admin/experiments',
    lede: html`<p class="lede">${t('experiments.lede')}</p>`,
    body: html`${section(outcome, 'experiments', t('experiments.title'), experimentTable(experiments))}
${section(outcome, 'begin', t('experiments.start'), beginForm(call, variants, outcome))}
${section(outcome, 'variants', t('experiments.variants'), html`${variantTable(variants)}${variantForm(call, outcome)}`)}`,
  });
}

function experimentTable(experiments: readonly StoredExperiment[]): Html {
  if (experiments.length === 0) return html`<p>${t('experiments.none')}</p>`;
  return dataTable({
    caption: t('experiments.title'),
    columns: [
      t('experiments.name'),
      t('experiments.compares'),
      { name: t('experiments.share'), kind: 'number' },
      t('experiments.mode'),
      t('experiments.state'),
    ],
    rows: experiments.map(({ id, control, variant, share, mode, startedAt, endedAt }) => [
      html`<a href="/admin/experiments/${id}">${id}</a>`,
      html`${control} / ${variant}`,
      percent(share),
      mode === 'live' ? t('experiments.live') : t('experiments.shadow'),
      endedAt
        ? html`${t('experiments.ended', { at: date(endedAt) })}`
        : html`<span class="badge">${t('experiments.running')}</span> ${t('experiments.since', { at: date(startedAt) })}`,
    ]),
  });
}

function beginForm(call: PageCall<Principal>, variants: readonly StoredVariant[], outcome: Outcome): Html {
  const refusal = refusalIn(outcome, 'begin');
  const fieldValue = (name: string, otherwise: string) => (refusal ? call.field(name) : otherwise);
  const ids = [...new Set([STANDARD_VARIANT, ...variants.map(({ id }) => id)])];
  const options = ids.map(id => [id, id] as const);
  return html`<form method="post" action="/admin/experiments#begin">
${textField({ name: 'id', label: t('experiments.name'), value: fieldValue('id', ''), autocomplete: 'off', hint: t('experiments.nameHint'), refusal })}
<div class="pair">${selectField({ name: 'control', label: t('experiments.control'), value: fieldValue('control', STANDARD_VARIANT), options })}
${selectField({ name: 'variant', label: t('experiments.variant'), value: fieldValue('variant', ids.at(-1) ?? STANDARD_VARIANT), options })}</div>
${textField({ name: 'share', label: t('experiments.shareOf'), type: 'number', value: fieldValue('share', '20'), autocomplete: 'off', hint: t('experiments.shareHint'), refusal })}
${selectField({
  name: 'mode',
  label: t('experiments.mode'),
  value: fieldValue('mode', 'shadow'),
  options: [
    ['shadow', t('experiments.shadowLong')],
    ['live', t('experiments.liveLong')],
  ],
})}
<button>${t('experiments.startButton')}</button></form>`;
}

function variantTable(variants: readonly StoredVariant[]): Html {
  if (variants.length === 0) return html`<p>${t('experiments.noVariants')}</p>`;
  return dataTable({
    caption: t('experiments.variants'),
    columns: [
      t('experiments.name'),
      t('experiments.differs'),
      t('experiments.note'),
      t('experiments.changed'),
    ],
    rows: variants.map(({ id, settings, note, updatedAt }) => [
      html`<a href="/admin/experiments?variant=${id}#variants">${id}</a>`,
      html`<pre>${jsonText(settings)}</pre>`,
      note,
      html`${date(updatedAt)}<form method="post" action="/admin/experiments/variants/remove#variants"><input type="hidden" name="id" value="${id}"><button class="plain small">${t('experiments.remove')}<span class="visually-hidden"> ${id}</span></button></form>`,
    ]),
  });
}

function variantForm(call: PageCall<Principal>, outcome: Outcome): Html {
  const refusal = refusalIn(outcome, 'variants');
  const fieldValue = (name: string, otherwise: string) => (refusal ? call.field(name) : otherwise);
  return html`<form method="post" action="/admin/experiments/variants#variants">
${textField({ name: 'name', label: t('experiments.variantName'), value: fieldValue('name', call.query('variant') ?? ''), autocomplete: 'off', hint: t('experiments.variantHint'), refusal })}
${textArea({ name: 'settings', label: t('experiments.settings'), value: fieldValue('settings', EXAMPLE), hint: t('experiments.settingsHint'), refusal })}
${textField({ name: 'note', label: t('experiments.note'), value: fieldValue('note', ''), autocomplete: 'off', required: false, refusal })}
<button class="plain">${t('experiments.saveVariant')}</button></form>`;
}

const EXAMPLE = '{ "weights": { "freshness": 0.3 } }';

const DONE = new Map<string, DoneWord>([
  ['begun', ['experiments', () => t('experiments.done.started')]],
  ['ended', ['experiments', () => t('experiments.done.ended')]],
  ['variant', ['variants', () => t('experiments.done.variant')]],
  ['removed', ['variants', () => t('experiments.done.removed')]],
]);
