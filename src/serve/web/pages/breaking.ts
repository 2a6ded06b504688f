import { readingState } from '../../../app/feeds/reading-state.ts';
import { visibleStories } from '../../../app/feeds/visible-stories.ts';
import { html } from '../../../app/markup/html.ts';
import { listBreaking } from '../../../stories/queries/index.ts';
import { publicPage } from '../page-route.ts';
import { t } from '../texts/messages.ts';
import { emptyState } from './parts.ts';
import { storyList } from './story-parts.ts';

/** BREAK-4: stories that are breaking, or were recently. */
export const breakingPage = publicPage({
  method: 'GET',
  path: '/breaking',
  cache: 'private',
  handler: async ({ context, principal }) => {
    const breaking = await listBreaking(context.database, new Date(context.clock.now()));
    const stories = await visibleStories(context, principal, breaking);
    const state = await readingState(context, principal, stories);
    return {
      page: {
        title: t('front.breaking'),
        facts: { path: '/breaking', description: t('breaking.lede') },
        shape: 'wide',
        body: html`<div class="flow list-head"><h1>${t('front.breaking')}</h1>
<p class="lede">${t('breaking.lede')}</p></div>
${stories.length > 0 ? storyList(context, stories, { ...state, leads: true }) : emptyState(t('breaking.emptyTitle'), t('breaking.empty'), [['/', t('nav.front')]])}`,
      },
    };
  },
});
