import { requireTopic } from '../../../../../app/admin/topics.ts';
import { type Html, html } from '../../../../../app/markup/html.ts';
import type { Principal } from '../../../../../model/principal.ts';
import { listTopics, type StoredTopic } from '../../../../../stories/queries/index.ts';
import type { Page } from '../../../page.ts';
import type { PageCall } from '../../../page-route.ts';
import { t, topicName } from '../../../texts/messages.ts';
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
    title: topicName(topic.name),
    at: '/admin/topics',
    above: html`<p class="kicker"><a href="/admin/topics">${t('admin.topics')}</a></p>`,
    lede: html`<p class="meta">${!topic.isActive && html`<span class="badge bad">${t('topics.inactive')}</span> `}${t('topics.facts', { id: html`<code>${topic.id}</code>`, place: topic.dimension })} · <a href="/topics/${topic.id}">${t('topics.itsStories')}</a></p>`,
    body: html`${section(outcome, 'edit', t('topics.edit'), editForm(call, topic, categories, outcome))}
${section(outcome, 'remove', t('topics.remove'), removeForm(topic))}`,
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
  const fieldValue = (name: string) => (refusal ? field(name) : (present.get(name) ?? ''));
  const isActive = refusal ? field('active') === 'yes' : topic.isActive;
  return html`<form method="post" action="/admin/topics/${topic.id}/edit#edit">
${topicFields({ fieldValue, refusal, categories })}
${checkbox({ name: 'active', label: t('topics.active'), checked: isActive })}
<button class="plain">${t('topics.save')}</button></form>`;
}

function removeForm({ id, name }: StoredTopic): Html {
  return html`<p>${t('topics.removeText')}</p>
<form method="post" action="/admin/topics/${id}/remove#remove">
${checkbox({ name: 'confirm', label: t('topics.removeYes', { name: topicName(name) }), required: true })}
<button class="plain danger">${t('topics.removeButton')}</button></form>`;
}

const DONE: DoneWords = new Map<string, DoneWord>([
  ['added', ['edit', () => t('topics.done.added')]],
  ['edited', ['edit', () => t('topics.done.edited')]],
  ['inactive', ['edit', () => t('topics.done.inactive')]],
]);
