import { type HtmlValue, html } from '../../../app/markup/html.ts';
import { Problem } from '../../../errors.ts';
import { findEntity } from '../../../stories/queries/index.ts';
import { feedLinks } from '../feed-links.ts';
import { publicPage } from '../page-route.ts';
import { t } from '../texts/messages.ts';
import { date } from '../times.ts';
import { stanceButtons } from './feeds/stance-buttons.ts';
import { feedWithArchive } from './feeds/with-archive.ts';

/** TOPIC-3: the stories about a person, place or organisation. */
export const entityPage = publicPage({
  method: 'GET',
  path: '/entities/{key}',
  cache: 'private',
  handler: async call => {
    const { context, param } = call;
    const entity = await findEntity(context.database, param('key'));
    if (!entity) throw new Problem('entity-not-found');
    const { key, name } = entity;
    const path = `/entities/${encodeURIComponent(key)}`;
    return {
      page: await feedWithArchive(call, {
        feed: { name: 'entity', of: key, language: null, country: null },
        older: { entity: key },
        path,
        title: name,
        facts: {
          path,
          description: t('topic.description', { name, site: context.config.name }),
          feeds: feedLinks(`/feeds/entity/${encodeURIComponent(key)}`, name),
        },
        head: html`<p class="kicker">${KINDS[entity.kind] ?? t('entity.other')}</p><h1 dir="auto">${name}</h1>
<p class="meta">${t('entity.named', { count: entity.articles, at: date(entity.lastSeenAt) })}</p>
${await stanceButtons(call, { kind: 'entity', id: key })}`,
      }),
    };
  },
});

const KINDS: Readonly<Record<string, HtmlValue>> = {
  person: t('entity.person'),
  place: t('entity.place'),
  organisation: t('entity.organisation'),
};
