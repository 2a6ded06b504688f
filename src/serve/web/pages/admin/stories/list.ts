import { type RisenStory, storiesToEdit } from '../../../../../app/admin/stories-to-edit.ts';
import { type Html, type HtmlValue, html } from '../../../../../app/markup/html.ts';
import type { Story } from '../../../../../model/story.ts';
import { formatNumber, t } from '../../../texts/messages.ts';
import { moment } from '../../../times.ts';
import { counts, langOf } from '../../story-parts.ts';
import { adminFrame, adminPage } from '../frame.ts';
import { dataTable, section } from '../parts.ts';
import { idIn, storyBadges } from './parts.ts';

/** STORY-6: where editors find stories to edit. */
export const storiesPage = adminPage({
  method: 'GET',
  path: '/admin/stories',
  handler: async ({ context, query }) => {
    const address = query('story') ?? '';
    const id = idIn(address);
    if (id !== null) return { redirect: `/admin/stories/${id}` };
    const { pinned, hidden, newest, risen } = await storiesToEdit(context, SHOWN);
    return {
      page: adminFrame({
        title: t('admin.stories'),
        at: '/admin/stories',
        lede: html`<p class="lede">${t('stories.lede')}</p>`,
        body: html`${section({}, 'find', t('stories.find'), find(address))}
${pinned.length > 0 && section({}, 'pinned', t('stories.pinned'), table(t('stories.pinnedCaption'), pinned))}
${hidden.length > 0 && section({}, 'hidden', t('stories.hidden'), table(t('stories.hiddenCaption'), hidden))}
${risen.length > 0 && section({}, 'risen', t('stories.enteredTopTen'), risenTable(risen))}
${section({}, 'newest', t('stories.newest'), newest.length > 0 ? table(t('stories.newestCaption'), newest) : html`<p>${t('stories.none')}</p>`)}`,
      }),
    };
  },
});

function find(address: string): Html {
  return html`${address !== '' && html`<div class="notice bad" role="alert" id="refusal"><strong>${t('stories.noAddress')}</strong></div>`}
<form method="get" action="/admin/stories" class="inline"><div class="field"><label for="story">${t('stories.addressOrId')}</label>
<input id="story" name="story" value="${address}" autocomplete="off"${address !== '' && html` aria-invalid="true" aria-describedby="refusal"`}></div><button class="plain">${t('stories.open')}</button></form>`;
}

function table(caption: HtmlValue, stories: readonly Story[]): Html {
  return dataTable({
    caption,
    columns: [
      t('stories.story'),
      t('stories.language'),
      t('stories.coverage'),
      t('stories.lastChange'),
      t('stories.state'),
    ],
    rows: stories.map(story => [
      html`<a href="/admin/stories/${story.id}"${langOf(story.language)} dir="auto">${story.headline}</a>`,
      story.language,
      counts(story),
      moment(story.updatedAt),
      storyBadges(story),
    ]),
  });
}

/** TREND-9: stories that have just entered the trending top ten. */
function risenTable(risen: readonly RisenStory[]): Html {
  return dataTable({
    caption: t('stories.enteredTopTenCaption'),
    columns: [
      t('stories.story'),
      t('stories.language'),
      { name: t('stories.articles'), kind: 'number' },
      t('stories.enteredAt'),
    ],
    rows: risen.map(({ id, at, thing }) => [
      html`<a href="/admin/stories/${id}"${langOf(thing.language ?? 'und')} dir="auto">${thing.title}</a>`,
      thing.language,
      formatNumber(thing.articleCount),
      moment(at),
    ]),
  });
}

const SHOWN = 25;
