import type { Principal } from '../../../../../model/principal.ts';
import { listRules, listTopics, type StoredTopic } from '../../../../../stories/read/index.ts';
import type { TriedTopics } from '../../../../admin/topics.ts';
import { type Html, html } from '../../../html.ts';
import type { Page } from '../../../layout.ts';
import type { PageCall } from '../../../page-route.ts';
import { textField } from '../../parts.ts';
import { adminFrame, adminPage, type DoneWord, type DoneWords, doneBy, type Outcome } from '../frame.ts';
import { refusalIn, section, textArea } from '../parts.ts';
import { topicFields } from './fields.ts';
import { ruleForm, ruleTable } from './rule-parts.ts';

/** TOPIC-1: the taxonomy, the rules, and a way to see what both would say of a text. */
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
    title: 'Topics',
    at: '/admin/topics',
    lede: html`<p class="lede">What articles can be about. A change holds for articles that come from now on.</p>`,
    body: html`${section(outcome, 'tree', 'Categories and topics', tree(topics))}
${section(outcome, 'rules', 'Rules', html`<p>Words that speak for a topic, or against it, stronger than the keywords of the topics.</p>${ruleTable(rules, topics)}${ruleForm(call, topics, outcome)}`)}
${section(outcome, 'try', 'Try it on a text', tryForm(call, topics, tried))}
${section(outcome, 'new', 'Add a topic', newForm(call, topics, outcome))}`,
  });
}

function tree(topics: readonly StoredTopic[]): Html {
  if (topics.length === 0) return html`<p>They are there as soon as the first article was read.</p>`;
  const below = Map.groupBy(topics, ({ parent }) => parent);
  return html`<div class="topic-tree full">${(below.get(null) ?? []).map(category => html`<div class="tree-part"><h3>${linkTo(category)}</h3><ul class="tags">${(below.get(category.id) ?? []).map(topic => html`<li>${linkTo(topic)}</li>`)}</ul></div>`)}</div>`;
}

function linkTo({ id, name, isActive }: StoredTopic): Html {
  return html`<a href="/admin/topics/${id}">${name}${!isActive && html` <span class="quiet">(out of use)</span>`}</a>`;
}

function tryForm(
  { field }: PageCall<Principal>,
  topics: readonly StoredTopic[],
  tried: TriedTopics | undefined,
): Html {
  const names = new Map(topics.map(({ id, name }) => [id, name]));
  const labels = tried ? [tried.labels.category, ...tried.labels.topics] : [];
  return html`<form method="post" action="/admin/topics/try#try">
${textField({ name: 'title', label: 'Headline', value: tried ? field('title') : '', autocomplete: 'off', required: false })}
${textArea({ name: 'text', label: 'Text', value: tried ? field('text') : '', hint: 'Its beginning is enough.' })}
<button class="plain">Try</button></form>
${tried && html`<div class="notice" role="status"><p>Language: <code>${tried.language}</code>. ${SAID_BY[tried.by]} says:</p><ul>${labels.map(({ id, confidence }) => html`<li>${names.get(id) ?? id}: ${PERCENT.format(confidence)}</li>`)}</ul></div>`}`;
}

function newForm({ field }: PageCall<Principal>, topics: readonly StoredTopic[], outcome: Outcome): Html {
  const refusal = refusalIn(outcome, 'new');
  const kept = (name: string) => (refusal ? field(name) : '');
  const categories = topics.filter(({ parent, isActive }) => parent === null && isActive);
  return html`<p>There are 128 places, and a topic keeps its own for ever. ${topics.length} are taken.</p>
<form method="post" action="/admin/topics#new">
${textField({ name: 'id', label: 'Id', value: kept('id'), autocomplete: 'off', hint: 'Small letters, numbers and hyphens, as it stands in addresses. It stays.', refusal })}
${topicFields({ kept, refusal, categories })}
<button>Add topic</button></form>`;
}

const SAID_BY = {
  'the built-in model': 'The built-in model with keywords and rules',
  'another classifier': 'The classifier that this installation is set to',
};

const PERCENT = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 0 });

const DONE: DoneWords = new Map<string, DoneWord>([
  ['removed', ['tree', () => 'The topic was removed.']],
  ['rule', ['rules', () => 'The rule was added.']],
  ['rule-changed', ['rules', () => 'The rule was changed.']],
  ['rule-removed', ['rules', () => 'The rule was removed.']],
]);
