import { Problem } from '../../../errors.ts';
import {
  findTopic,
  listStories,
  listTopics,
  type StoredTopic,
  type Story,
} from '../../../stories/read/index.ts';
import { type Html, html } from '../html.ts';
import { type PageCall, publicPage } from '../page-route.ts';
import { listData } from '../structured.ts';
import { say, topicName } from '../words/say.ts';
import { emptyState } from './parts.ts';
import { placeAfter, placeIn, storyList, visitsFor } from './story-parts.ts';

/** TOPIC-1: what there is to read about, and the stories of each. */
export const topicsPage = publicPage({
  method: 'GET',
  path: '/topics',
  cache: 'private',
  handler: async ({ context }) => {
    const below = Map.groupBy(await listTopics(context.database), ({ parent }) => parent);
    return {
      page: {
        title: say('nav.topics'),
        facts: { path: '/topics' },
        shape: 'wide',
        body: html`<h1>${say('nav.topics')}</h1>
${below.size === 0 && html`<p class="lede">${say('topic.none')}</p>`}
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
    const [stories, topics] = await Promise.all([storiesOf(call, topic), listTopics(context.database)]);
    const parent = topics.find(({ id }) => id === topic.parent);
    const below = topics.filter(each => each.parent === topic.id);
    return {
      page: {
        title: topicName(topic.name),
        shape: 'wide',
        facts: { path: `/topics/${topic.id}`, data: listData(context.origin, stories.slice(0, SHOWN)) },
        body: html`<div class="flow list-head">${parent && html`<p class="kicker">${linkTo(parent)}</p>`}<h1>${topicName(topic.name)}</h1>
${below.length > 0 && html`<nav aria-label="${say('topic.below', { name: topicName(topic.name) })}"><ul class="tags">${below.map(each => html`<li>${linkTo(each)}</li>`)}</ul></nav>`}</div>
${await pageOfStories(call, stories, `/topics/${topic.id}`)}`,
      },
    };
  },
});

function storiesOf(call: PageCall, { id, parent }: StoredTopic): Promise<Story[]> {
  const place = placeIn(call);
  return listStories(call.context.database, {
    ...(parent === null ? { category: id } : { topic: id }),
    ...(place ? { after: { updatedAt: place.at, id: place.id } } : {}),
    most: SHOWN + 1,
  });
}

function linkTo({ id, name }: StoredTopic): Html {
  return html`<a href="/topics/${id}">${topicName(name)}</a>`;
}

/** As many as were asked for, one more meaning that there is another page. */
export async function pageOfStories(
  { context, principal, query }: PageCall,
  stories: readonly Story[],
  path: string,
): Promise<Html> {
  const shown = stories.slice(0, SHOWN);
  const last = shown.at(-1);
  if (!last)
    return query('before') === undefined
      ? emptyState(say('topic.emptyTitle'), say('topic.empty'), [
          ['/', say('nav.front')],
          ['/topics', say('nav.topics')],
        ])
      : html`<p class="lede">${say('topic.noOlder')}</p>`;
  const visits = await visitsFor(context, principal, shown);
  return html`${storyList(context, shown, { visits, leads: query('before') === undefined })}
${stories.length > SHOWN && html`<p class="more"><a href="${path}?before=${placeAfter(last.updatedAt, last.id)}">${say('topic.older')}</a></p>`}`;
}

export const SHOWN = 24;
