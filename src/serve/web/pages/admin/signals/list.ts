import { dropsOfTheLastHour, lastHour } from '../../../../../app/admin/signal-rules.ts';
import { type Html, html } from '../../../../../app/markup/html.ts';
import type { Principal } from '../../../../../model/principal.ts';
import { type DropSums, latestDrops } from '../../../../../signals/judge/drops.ts';
import { type StoredRule, storedRules } from '../../../../../signals/judge/stored-rules.ts';
import type { Page } from '../../../layout.ts';
import type { PageCall } from '../../../page-route.ts';
import { shortMoment } from '../../../times.ts';
import { percent } from '../../../words/amounts.ts';
import { figure, type Message, say } from '../../../words/say.ts';
import { adminFrame, adminPage, type DoneWord, type DoneWords, doneBy, type Outcome } from '../frame.ts';
import { dataTable, section, selectField } from '../parts.ts';
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
    title: say('admin.signals'),
    at: '/admin/signals',
    lede: html`<p class="lede">${say('signals.lede')}</p>`,
    body: html`${section(outcome, 'rules', say('signals.rules'), html`${ruleTable(rules, sums)}${newForm()}`)}
${section(outcome, 'drops', say('signals.drops'), dropTables(sums, drops))}`,
  });
}

function ruleTable(rules: readonly StoredRule[], { byRule }: DropSums): Html {
  if (rules.length === 0) return html`<p>${say('signals.none')}</p>`;
  const times = new Map(byRule.map(each => [each.rule, each.times]));
  return dataTable({
    caption: say('signals.rules'),
    columns: [
      say('signals.rule'),
      say('signals.kind'),
      say('signals.settings'),
      { name: say('signals.dropped'), kind: 'number' },
    ],
    rows: rules.map(rule => [
      html`<a href="/admin/signals/${rule.id}">${rule.id}</a>${!rule.isActive && html` <span class="badge">${say('signals.outOfUse')}</span>`}`,
      KINDS.get(rule.kind)?.name ?? rule.kind,
      inShort(rule.settings),
      figure(times.get(rule.id) ?? 0),
    ]),
  });
}

/** As they are written: `minutes 1, kinds read, share` */
function inShort(settings: unknown): string {
  if (typeof settings !== 'object' || settings === null) return '';
  return Object.entries(settings)
    .map(([name, value]) => `${name} ${Array.isArray(value) ? listed(value) : String(value)}`)
    .join(', ');
}

function listed(values: readonly unknown[]): string {
  return values.length > 3 ? `(${values.length})` : values.join(', ');
}

function newForm(): Html {
  return html`<form method="get" action="/admin/signals/new">
${selectField({ name: 'kind', label: say('signals.newOfKind'), value: '', options: Array.from(KINDS, ([kind, { name }]) => [kind, name] as const) })}
<button class="plain">${say('signals.write')}</button></form>`;
}

function dropTables(sums: DropSums, drops: Awaited<ReturnType<typeof latestDrops>>): Html {
  if (sums.judged === 0) return html`<p>${say('signals.nothing')}</p>`;
  const { dropped, judged } = sums;
  const summary = html`<p>${say('signals.summary', { dropped, judged, share: percent(dropped / judged) })}</p>`;
  if (drops.length === 0) return summary;
  return html`${summary}
${dataTable({
  caption: say('signals.latest'),
  columns: [
    say('signals.time'),
    say('signals.what'),
    say('signals.article'),
    { name: say('signals.seconds'), kind: 'number' },
    say('signals.rule'),
  ],
  rows: drops.map(({ at, kind, articleId, seconds, droppedBy }) => [
    shortMoment(at),
    WHAT[kind] ?? kind,
    html`<a href="/articles/${articleId}">${articleId.slice(0, 8)}<span class="visually-hidden">, ${say('signals.droppedAt', { at: at.toISOString() })}</span></a>`,
    kind === 'view' || kind === 'read' ? figure(seconds) : '-',
    droppedBy,
  ]),
})}`;
}

const SHOWN = 50;
const WHAT: Readonly<Record<string, Message>> = {
  view: say('signals.is.view'),
  read: say('signals.is.read'),
  share: say('signals.is.share'),
  feedback: say('signals.is.feedback'),
};
const DONE: DoneWords = new Map<string, DoneWord>([
  ['removed', ['rules', () => say('signals.done.removed')]],
]);
