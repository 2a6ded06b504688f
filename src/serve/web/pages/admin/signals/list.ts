import { dropsOfTheLastHour, lastHour } from '../../../../../app/admin/signal-rules.ts';
import { type Html, type HtmlValue, html } from '../../../../../app/markup/html.ts';
import type { Principal } from '../../../../../model/principal.ts';
import { SIGNAL_KINDS } from '../../../../../model/signal.ts';
import { type DropSums, latestDrops } from '../../../../../signals/validation/dropped-signals.ts';
import { listRules, type StoredSignalRule } from '../../../../../signals/validation/rule-store.ts';
import type { Page } from '../../../page.ts';
import type { PageCall } from '../../../page-route.ts';
import { percent } from '../../../texts/amounts.ts';
import { formatNumber, type Message, t } from '../../../texts/messages.ts';
import { shortMoment } from '../../../times.ts';
import { adminFrame, adminPage, type DoneWord, type DoneWords, doneBy, type Outcome } from '../frame.ts';
import { dataTable, section, selectField } from '../parts.ts';
import { KINDS } from './kinds.ts';

/** RULE-2: the rules, how many signals each one drops, and the latest dropped signals. */
export const signalsPage = adminPage({
  method: 'GET',
  path: '/admin/signals',
  handler: async call => ({ page: await showSignals(call, { done: doneBy(call, DONE) }) }),
});

async function showSignals({ context }: PageCall<Principal>, outcome: Outcome): Promise<Page> {
  const [rules, sums, drops] = await Promise.all([
    listRules(context.database),
    dropsOfTheLastHour(context),
    latestDrops(context.database, { since: lastHour(context), limit: SHOWN }),
  ]);
  return adminFrame({
    title: t('admin.signals'),
    at: '/admin/signals',
    lede: html`<p class="lede">${t('signals.lede')}</p>`,
    body: html`${section(outcome, 'rules', t('signals.rules'), html`${ruleTable(rules, sums)}${newForm()}`)}
${section(outcome, 'drops', t('signals.drops'), dropTables(sums, drops))}`,
  });
}

function ruleTable(rules: readonly StoredSignalRule[], { byRule }: DropSums): Html {
  if (rules.length === 0) return html`<p>${t('signals.none')}</p>`;
  const times = new Map(byRule.map(each => [each.rule, each.times]));
  return dataTable({
    caption: t('signals.rules'),
    columns: [
      t('signals.rule'),
      t('signals.kind'),
      t('signals.settings'),
      { name: t('signals.dropped'), kind: 'number' },
    ],
    rows: rules.map(rule => [
      html`<a href="/admin/signals/${rule.id}">${rule.id}</a>${!rule.isActive && html` <span class="badge">${t('signals.inactive')}</span>`}`,
      KINDS.get(rule.kind)?.name ?? rule.kind,
      shortSettings(rule),
      formatNumber(times.get(rule.id) ?? 0),
    ]),
  });
}

/** Settings in short: `Minutes: 1 · Applies to: Reads, Shares` */
function shortSettings({ kind, settings }: StoredSignalRule): HtmlValue {
  if (typeof settings !== 'object' || settings === null) return '';
  const labels = new Map(KINDS.get(kind)?.fields.map(({ name, label }) => [name, label]));
  return Object.entries(settings).map(([name, value], index) => [
    index > 0 && ' · ',
    name === 'kinds' ? t('signals.appliesTo') : (labels.get(name) ?? name),
    ': ',
    Array.isArray(value) ? listed(value) : typeof value === 'number' ? formatNumber(value) : String(value),
  ]);
}

/** The kinds of signals, or up to three entries of another list, else their number. */
function listed(values: readonly unknown[]): HtmlValue {
  if (values.length > 3 && !values.every(value => SIGNAL_NAMES.has(String(value))))
    return formatNumber(values.length);
  return values.map((value, index) => [index > 0 && ', ', SIGNAL_NAMES.get(String(value)) ?? String(value)]);
}

function newForm(): Html {
  return html`<form method="get" action="/admin/signals/new">
${selectField({ name: 'kind', label: t('signals.newOfKind'), value: '', options: Array.from(KINDS, ([kind, { name }]) => [kind, name] as const) })}
<button class="plain">${t('signals.write')}</button></form>`;
}

function dropTables(sums: DropSums, drops: Awaited<ReturnType<typeof latestDrops>>): Html {
  if (sums.judged === 0) return html`<p>${t('signals.nothing')}</p>`;
  const { dropped, judged } = sums;
  const summary = html`<p>${t('signals.summary', { dropped, judged, share: percent(dropped / judged) })}</p>`;
  if (drops.length === 0) return summary;
  return html`${summary}
${dataTable({
  caption: t('signals.latest'),
  columns: [
    t('signals.time'),
    t('signals.signal'),
    t('signals.article'),
    { name: t('signals.seconds'), kind: 'number' },
    t('signals.rule'),
  ],
  rows: drops.map(({ at, kind, articleId, seconds, droppedBy }) => [
    shortMoment(at),
    KIND_NAMES[kind] ?? kind,
    html`<a href="/articles/${articleId}">${articleId.slice(0, 8)}<span class="visually-hidden">, ${t('signals.droppedAt', { at: shortMoment(at) })}</span></a>`,
    kind === 'view' || kind === 'read' ? formatNumber(seconds) : '-',
    droppedBy,
  ]),
})}`;
}

const SHOWN = 50;
const SIGNAL_NAMES: ReadonlyMap<string, HtmlValue> = new Map(
  SIGNAL_KINDS.map(kind => [kind, t(`signals.kinds.${kind}`)]),
);
const KIND_NAMES: Readonly<Record<string, Message>> = {
  view: t('signals.is.view'),
  read: t('signals.is.read'),
  share: t('signals.is.share'),
  feedback: t('signals.is.feedback'),
};
const DONE: DoneWords = new Map<string, DoneWord>([['removed', ['rules', () => t('signals.done.removed')]]]);
