import { type Html, html } from '../../../app/markup/html.ts';
import { Problem } from '../../../errors.ts';
import { findTopic, listTopics, type StoredTopic } from '../../../stories/queries/index.ts';
import { feedLinks } from '../feed-links.ts';
import { publicPage } from '../page-route.ts';
import { t, topicName } from '../texts/messages.ts';
import { stanceButtons } from './feeds/stance-buttons.ts';
import { feedWithArchive } from './feeds/with-archive.ts';

/** TOPIC-1: all topics, and the stories of each. */
export const topicsPage = publicPage({
  method: 'GET',
  path: '/topics',
  cache: 'private',
  handler: async ({ context }) => {
    const below = Map.groupBy(await listTopics(context.database), ({ parent }) => parent);
    return {
      page: {
        title: t('nav.topics'),
        facts: { path: '/topics', description: t('topic.all') },
        shape: 'wide',
        body: html`<div class="part-head"><h1>${t('nav.topics')}</h1><p class="meta"><a href="/countries">${t('nav.countries')}</a></p></div>
${below.size === 0 && html`<p class="lede">${t('topic.none')}</p>`}
<div class="topic-tree">${(below.get(null) ?? []).map(category => html`<section class="tree-part" aria-labelledby="of-${category.id}"><h2 id="of-${category.id}">${linkTo(category)}</h2><ul class="tags">${(below.get(category.id) ?? []).map(topic => html`<li>${linkTo(topic)}</li>`)}</ul></section>`)}</div>`,
      },
    };
  },
});

export const topicPage = publicPage({
  method: 'GET',
  path: '/topics/{id}',
  cache: 'private',
  handler: async call => {
    const { context, param } = call;
    const topic = await findTopic(context.database, param('id'));
    if (!topic) throw new Problem('topic-not-found');
    const topics = await listTopics(context.database);
    const parent = topics.find(({ id }) => id === topic.parent);
    const below = topics.filter(each => each.parent === topic.id);
    const kind = topic.parent === null ? 'category' : 'topic';
    const name = topicName(topic.name);
    return {
      page: await feedWithArchive(call, {
        feed: { name: kind, of: topic.id, language: null, country: null },
        older: kind === 'category' ? { category: topic.id } : { topic: topic.id },
        path: `/topics/${topic.id}`,
        title: name,
        facts: {
          path: `/topics/${topic.id}`,
          description: t('topic.description', { name, site: context.config.name }),
          feeds: feedLinks(`/feeds/${kind}/${topic.id}`, name),
        },
        head: html`${parent && html`<p class="kicker">${linkTo(parent)}</p>`}<h1>${name}</h1>
${await stanceButtons(call, { kind: 'topic', id: topic.id, dimension: topic.dimension })}
${below.length > 0 && html`<nav aria-label="${t('topic.below', { name })}"><ul class="tags">${below.map(each => html`<li>${linkTo(each)}</li>`)}</ul></nav>`}`,
      }),
    };
  },
});

function linkTo({ id, name }: StoredTopic): Html {
  return html`<a href="/topics/${id}">${topicName(name)}</a>`;
}
