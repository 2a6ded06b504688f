import type { TriedTopics } from '../../../../../app/admin/topics.ts';
import { type Html, html } from '../../../../../app/markup/html.ts';
import type { Principal } from '../../../../../model/principal.ts';
import { listRules, listTopics, type StoredTopic } from '../../../../../stories/queries/index.ts';
import type { Page } from '../../../page.ts';
import type { PageCall } from '../../../page-route.ts';
import { percent } from '../../../texts/amounts.ts';
import { t, topicName } from '../../../texts/messages.ts';
import { textField } from '../../parts.ts';
import { adminFrame, adminPage, type DoneWord, type DoneWords, doneBy, type Outcome } from '../frame.ts';
import { refusalIn, section, textArea } from '../parts.ts';
import { topicFields } from './fields.ts';
import { ruleForm, ruleTable } from './rule-parts.ts';

/** TOPIC-1: the taxonomy, the rules, and a form to classify a text with both. */
export const topicsPage = adminPage({
  method: 'GET',
  path: '/admin/topics',
  handler: async call => ({ page: await showTopics(call, { done: doneBy(call, DONE) }) }),
});

export async function showTopics(
  call: PageCall<Principal>,
  outcome: Outcome,
  tried?: TriedTopics,
): Promise<Page> {
  const { database } = call.context;
  const [topics, rules] = await Promise.all([listTopics(database, { inactive: true }), listRules(database)]);
  return adminFrame({
    title: t('admin.topics'),
    at: '/admin/topics',
    lede: html`<p class="lede">${t('topics.lede')}</p>`,
    body: html`${section(outcome, 'tree', t('topics.tree'), tree(topics))}
${section(outcome, 'rules', t('topics.rules'), html`<p>${t('topics.rulesText')}</p>${ruleTable(rules, topics)}${ruleForm(call, topics, outcome)}`)}
${section(outcome, 'try', t('topics.try'), tryForm(call, topics, tried))}
${section(outcome, 'new', t('topics.add'), newForm(call, topics, outcome))}`,
  });
}

function tree(topics: readonly StoredTopic[]): Html {
  if (topics.length === 0) return html`<p>${t('topics.none')}</p>`;
  const below = Map.groupBy(topics, ({ parent }) => parent);
  return html`<div class="topic-tree full">${(below.get(null) ?? []).map(category => html`<div class="tree-part"><h3>${linkTo(category)}</h3><ul class="tags">${(below.get(category.id) ?? []).map(topic => html`<li>${linkTo(topic)}</li>`)}</ul></div>`)}</div>`;
}

function linkTo({ id, name, isActive }: StoredTopic): Html {
  return html`<a href="/admin/topics/${id}">${topicName(name)}${!isActive && html` <span class="quiet">${t('topics.inactiveShort')}</span>`}</a>`;
}

function tryForm(
  { field }: PageCall<Principal>,
  topics: readonly StoredTopic[],
  tried: TriedTopics | undefined,
): Html {
  const names = new Map(topics.map(({ id, name }) => [id, name]));
  const labels = tried ? [tried.labels.category, ...tried.labels.topics] : [];
  return html`<form method="post" action="/admin/topics/try#try">
${textField({ name: 'title', label: t('topics.headline'), value: tried ? field('title') : '', autocomplete: 'off', required: false })}
${textArea({ name: 'text', label: t('topics.text'), value: tried ? field('text') : '', hint: t('topics.textHint') })}
<button class="plain">${t('topics.tryButton')}</button></form>
${tried && html`<div class="notice" role="status"><p>${t(RESULT_OF[tried.by], { language: html`<code>${tried.language}</code>` })}</p><ul>${labels.map(({ id, confidence }) => html`<li>${topicName(names.get(id) ?? id)}: ${percent(confidence, 0)}</li>`)}</ul></div>`}`;
}

function newForm({ field }: PageCall<Principal>, topics: readonly StoredTopic[], outcome: Outcome): Html {
  const refusal = refusalIn(outcome, 'new');
  const fieldValue = (name: string) => (refusal ? field(name) : '');
  const categories = topics.filter(({ parent, isActive }) => parent === null && isActive);
  return html`<p>${t('topics.slots', { taken: topics.length })}</p>
<form method="post" action="/admin/topics#new">
${textField({ name: 'id', label: t('topics.id'), value: fieldValue('id'), autocomplete: 'off', hint: t('topics.idHint'), refusal })}
${topicFields({ fieldValue, refusal, categories })}
<button>${t('topics.addButton')}</button></form>`;
}

const RESULT_OF = {
  'the built-in model': 'topics.resultBuiltIn',
  'another classifier': 'topics.resultOther',
} as const;

const DONE: DoneWords = new Map<string, DoneWord>([
  ['removed', ['tree', () => t('topics.done.removed')]],
  ['rule', ['rules', () => t('topics.done.rule')]],
  ['rule-changed', ['rules', () => t('topics.done.ruleChanged')]],
  ['rule-removed', ['rules', () => t('topics.done.ruleRemoved')]],
]);
