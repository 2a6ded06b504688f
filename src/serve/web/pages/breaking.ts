import { listBreaking } from '../../../stories/read/index.ts';
import { html } from '../html.ts';
import { publicPage } from '../page-route.ts';
import { say } from '../words/say.ts';
import { emptyState } from './parts.ts';
import { storyList, visitsFor } from './story-parts.ts';

/** BREAK-4 */
export const breakingPage = publicPage({
  method: 'GET',
  path: '/breaking',
  cache: 'private',
  handler: async ({ context, principal }) => {
    const stories = await listBreaking(context.database, new Date(context.clock.now()));
    const visits = await visitsFor(context, principal, stories);
    return {
      page: {
        title: say('front.breaking'),
        facts: { path: '/breaking' },
        shape: 'wide',
        body: html`<div class="flow list-head"><h1>${say('front.breaking')}</h1>
<p class="lede">${say('breaking.lede')}</p></div>
${stories.length > 0 ? storyList(context, stories, { visits, leads: true }) : emptyState(say('breaking.emptyTitle'), say('breaking.empty'), [['/', say('nav.front')]])}`,
      },
    };
  },
});
