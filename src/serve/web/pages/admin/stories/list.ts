import { listEntered, withThings } from '../../../../../signals/trending/read/entered.ts';
import { listHidden, listPinned, listStories, type Story } from '../../../../../stories/read/index.ts';
import { type Html, html } from '../../../html.ts';
import { moment } from '../../../times.ts';
import { counts, langOf } from '../../story-parts.ts';
import { adminFrame, adminPage } from '../frame.ts';
import { dataTable, number, section } from '../parts.ts';
import { idIn, storyBadges } from './parts.ts';

/** STORY-6: where an editor finds the story that needs a hand. */
export const storiesPage = adminPage({
  method: 'GET',
  path: '/admin/stories',
  handler: async ({ context, query }) => {
    const asked = query('story') ?? '';
    const id = idIn(asked);
    if (id !== null) return { redirect: `/admin/stories/${id}` };
    const [pinned, hidden, newest, entered] = await Promise.all([
      listPinned(context.database, SHOWN),
      listHidden(context.database, SHOWN),
      listStories(context.database, { most: SHOWN }),
      listEntered(context.database, { of: 'stories', most: SHOWN }),
    ]);
    const risen = await withThings(context.database, 'stories', entered);
    return {
      page: adminFrame({
        title: 'Stories',
        at: '/admin/stories',
        lede: html`<p class="lede">Stories are found by the newsroom itself. What editors decide here, it never goes against.</p>`,
        body: html`${section({}, 'find', 'Find', find(asked))}
${pinned.length > 0 && section({}, 'pinned', 'Pinned to the top', table('Pinned stories', pinned))}
${hidden.length > 0 && section({}, 'hidden', 'Hidden from readers', table('Hidden stories', hidden))}
${risen.length > 0 && section({}, 'risen', 'New at the top of what is trending', risenTable(risen))}
${section({}, 'newest', 'Newest changes', newest.length > 0 ? table('Stories by their newest change', newest) : html`<p>There are no stories yet.</p>`)}`,
      }),
    };
  },
});

function find(asked: string): Html {
  return html`${asked !== '' && html`<div class="notice bad" role="alert" id="refusal"><strong>This is not the address of a story.</strong></div>`}
<form method="get" action="/admin/stories" class="inline"><div class="field"><label for="story">Address or id of a story</label>
<input id="story" name="story" value="${asked}" autocomplete="off"${asked !== '' && html` aria-invalid="true" aria-describedby="refusal"`}></div><button class="plain">Open</button></form>`;
}

function table(caption: string, stories: readonly Story[]): Html {
  return dataTable({
    caption,
    columns: ['Story', 'Language', 'Coverage', 'Last change', 'State'],
    rows: stories.map(story => [
      html`<a href="/admin/stories/${story.id}"${langOf(story.language)} dir="auto">${story.headline}</a>`,
      story.language,
      counts(story),
      moment(story.updatedAt),
      storyBadges(story),
    ]),
  });
}

/** TREND-9: where an editor sees what readers have just found. */
function risenTable(risen: Awaited<ReturnType<typeof withThings>>): Html {
  return dataTable({
    caption: 'Stories that came into the first ten for the first time',
    columns: ['Story', 'Language', { name: 'Articles', kind: 'number' }, 'Came to the top'],
    rows: risen.map(({ id, at, thing }) => [
      html`<a href="/admin/stories/${id}"${langOf(thing.language ?? 'und')} dir="auto">${thing.title}</a>`,
      thing.language,
      number(thing.articleCount),
      moment(at),
    ]),
  });
}

const SHOWN = 25;
