import type { Principal } from '../../../../../model/principal.ts';
import { listTopics, type StoredTopic } from '../../../../../stories/read/index.ts';
import { requireTopic } from '../../../../admin/topics.ts';
import { type Html, html } from '../../../html.ts';
import type { Page } from '../../../layout.ts';
import type { PageCall } from '../../../page-route.ts';
import { adminFrame, adminPage, type DoneWord, type DoneWords, doneBy, type Outcome } from '../frame.ts';
import { checkbox, refusalIn, section } from '../parts.ts';
import { topicFields } from './fields.ts';

export const topicPage = adminPage({
  method: 'GET',
  path: '/admin/topics/{id}',
  handler: async call => ({ page: await showTopic(call, { done: doneBy(call, DONE) }) }),
});

export async function showTopic(call: PageCall<Principal>, outcome: Outcome): Promise<Page> {
  const topic = await requireTopic(call.context, call.param('id'));
  const topics = await listTopics(call.context.database);
  const categories = topics.filter(({ parent, id }) => parent === null && id !== topic.id);
  return adminFrame({
    title: topic.name,
    at: '/admin/topics',
    above: html`<p class="kicker"><a href="/admin/topics">Topics</a></p>`,
    lede: html`<p class="meta">${!topic.isActive && html`<span class="badge bad">Out of use</span> `}Id <code>${topic.id}</code>, place ${topic.dimension} of the topic vector · <a href="/topics/${topic.id}">Its stories</a></p>`,
    body: html`${section(outcome, 'edit', 'Edit', editForm(call, topic, categories, outcome))}
${section(outcome, 'remove', 'Remove', removeForm(topic))}`,
  });
}

function editForm(
  { field }: PageCall<Principal>,
  topic: StoredTopic,
  categories: readonly StoredTopic[],
  outcome: Outcome,
): Html {
  const refusal = refusalIn(outcome, 'edit');
  const present = new Map([
    ['name', topic.name],
    ['parent', topic.parent ?? ''],
    ['keywords', topic.keywords.join('\n')],
  ]);
  const kept = (name: string) => (refusal ? field(name) : (present.get(name) ?? ''));
  const isActive = refusal ? field('active') === 'yes' : topic.isActive;
  return html`<form method="post" action="/admin/topics/${topic.id}/edit#edit">
${topicFields({ kept, refusal, categories })}
${checkbox({ name: 'active', label: 'In use: articles can be about it', checked: isActive })}
<button class="plain">Save topic</button></form>`;
}

function removeForm({ id, name }: StoredTopic): Html {
  return html`<p>A topic that stories have is put out of use and keeps its place. One that no story has goes for good, with its rules.</p>
<form method="post" action="/admin/topics/${id}/remove#remove">
${checkbox({ name: 'confirm', label: `Yes, remove ${name}`, required: true })}
<button class="plain danger">Remove topic</button></form>`;
}

const DONE: DoneWords = new Map<string, DoneWord>([
  ['added', ['edit', () => 'The topic was added.']],
  ['edited', ['edit', () => 'The topic was changed.']],
  ['inactive', ['edit', () => 'Stories have this topic, so it was put out of use.']],
]);
