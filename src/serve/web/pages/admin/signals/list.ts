import type { Principal } from '../../../../../model/principal.ts';
import { type DropSums, latestDrops } from '../../../../../signals/judge/drops.ts';
import { type StoredRule, storedRules } from '../../../../../signals/judge/stored-rules.ts';
import { dropsOfTheLastHour, lastHour } from '../../../../admin/signal-rules.ts';
import { type Html, html } from '../../../html.ts';
import type { Page } from '../../../layout.ts';
import type { PageCall } from '../../../page-route.ts';
import { shortMoment } from '../../../times.ts';
import { adminFrame, adminPage, type DoneWord, type DoneWords, doneBy, type Outcome } from '../frame.ts';
import { dataTable, number, section, selectField } from '../parts.ts';
import { KINDS } from './kinds.ts';

/** RULE-2: the rules, how much each of them drops, and what was dropped last. */
export const signalsPage = adminPage({
  method: 'GET',
  path: '/admin/signals',
  handler: async call => ({ page: await showSignals(call, { done: doneBy(call, DONE) }) }),
});

async function showSignals({ context }: PageCall<Principal>, outcome: Outcome): Promise<Page> {
  const [rules, sums, drops] = await Promise.all([
    storedRules(context.database),
    dropsOfTheLastHour(context),
    latestDrops(context.database, { since: lastHour(context), most: SHOWN }),
  ]);
  return adminFrame({
    title: 'Signals',
    at: '/admin/signals',
    lede: html`<p class="lede">What readers do counts unless a rule says that it does not. A change holds within a minute.</p>`,
    body: html`${section(outcome, 'rules', 'Rules', html`${ruleTable(rules, sums)}${newForm()}`)}
${section(outcome, 'drops', 'Dropped in the last hour', dropTables(sums, drops))}`,
  });
}

function ruleTable(rules: readonly StoredRule[], { byRule }: DropSums): Html {
  if (rules.length === 0) return html`<p>There are no rules yet.</p>`;
  const times = new Map(byRule.map(each => [each.rule, each.times]));
  return dataTable({
    caption: 'Rules',
    columns: ['Rule', 'Kind', 'Settings', { name: 'Dropped', kind: 'number' }],
    rows: rules.map(rule => [
      html`<a href="/admin/signals/${rule.id}">${rule.id}</a>${!rule.isActive && html` <span class="badge">Out of use</span>`}`,
      KINDS.get(rule.kind)?.name ?? rule.kind,
      inShort(rule.settings),
      number(times.get(rule.id) ?? 0),
    ]),
  });
}

/** `minutes 1, kinds read and share` */
function inShort(settings: unknown): string {
  if (typeof settings !== 'object' || settings === null) return '';
  return Object.entries(settings)
    .map(([name, value]) => `${name} ${Array.isArray(value) ? listed(value) : String(value)}`)
    .join(', ');
}

function listed(values: readonly unknown[]): string {
  return values.length > 3 ? `(${values.length})` : values.join(' and ');
}

function newForm(): Html {
  return html`<form method="get" action="/admin/signals/new">
${selectField({ name: 'kind', label: 'A new rule of the kind', value: '', options: Array.from(KINDS, ([kind, { name }]) => [kind, name] as const) })}
<button class="plain">Write the rule</button></form>`;
}

function dropTables(sums: DropSums, drops: Awaited<ReturnType<typeof latestDrops>>): Html {
  if (sums.judged === 0) return html`<p>Nothing was sent in the last hour.</p>`;
  const share = PERCENT.format(sums.dropped / sums.judged);
  const summary = html`<p>${number(sums.dropped)} of ${number(sums.judged)} signals did not count (${share}).</p>`;
  if (drops.length === 0) return summary;
  return html`${summary}
${dataTable({
  caption: 'The latest signals that did not count',
  columns: ['Time', 'What', 'Article', { name: 'Seconds', kind: 'number' }, 'Rule'],
  rows: drops.map(({ at, kind, articleId, seconds, droppedBy }) => [
    shortMoment(at),
    kind,
    html`<a href="/articles/${articleId}">${articleId.slice(0, 8)}<span class="visually-hidden">, dropped ${at.toISOString()}</span></a>`,
    kind === 'view' || kind === 'read' ? number(seconds) : '-',
    droppedBy,
  ]),
})}`;
}

const SHOWN = 50;
const PERCENT = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 });
const DONE: DoneWords = new Map<string, DoneWord>([['removed', ['rules', () => 'The rule was removed.']]]);
