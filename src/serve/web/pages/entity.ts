import { Problem } from '../../../errors.ts';
import { findEntity, listStories } from '../../../stories/read/index.ts';
import { type HtmlValue, html } from '../html.ts';
import { publicPage } from '../page-route.ts';
import { listData } from '../structured.ts';
import { date } from '../times.ts';
import { say } from '../words/say.ts';
import { placeIn } from './story-parts.ts';
import { pageOfStories, SHOWN } from './topic.ts';

/** TOPIC-3: more about somebody or something. */
export const entityPage = publicPage({
  method: 'GET',
  path: '/entities/{key}',
  cache: 'private',
  handler: async call => {
    const { context, param } = call;
    const entity = await findEntity(context.database, param('key'));
    if (!entity) throw new Problem('entity-not-found');
    const place = placeIn(call);
    const stories = await listStories(context.database, {
      entity: entity.key,
      ...(place ? { after: { updatedAt: place.at, id: place.id } } : {}),
      most: SHOWN + 1,
    });
    return {
      page: {
        title: entity.name,
        shape: 'wide',
        facts: {
          path: `/entities/${encodeURIComponent(entity.key)}`,
          data: listData(context.origin, stories.slice(0, SHOWN)),
        },
        body: html`<div class="flow list-head"><p class="kicker">${KINDS[entity.kind] ?? say('entity.other')}</p><h1 dir="auto">${entity.name}</h1>
<p class="meta">${say('entity.named', { count: entity.articles, at: date(entity.lastSeenAt) })}</p></div>
${await pageOfStories(call, stories, `/entities/${encodeURIComponent(entity.key)}`)}`,
      },
    };
  },
});

const KINDS: Readonly<Record<string, HtmlValue>> = {
  person: say('entity.person'),
  place: say('entity.place'),
  organisation: say('entity.organisation'),
};
