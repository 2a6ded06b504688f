import { frontPage } from '../../../app/front/front-page.ts';
import { type Html, html } from '../../../app/markup/html.ts';
import type { Story } from '../../../model/story.ts';
import { displayOf } from '../display.ts';
import { feedLinks } from '../feed-links.ts';
import { publicPage } from '../page-route.ts';
import { listData } from '../structured.ts';
import { t } from '../texts/messages.ts';
import { emptyFrontPage } from './front/empty.ts';
import { frontPageHtml } from './front/page.ts';
import { chosenSections, tourStrip } from './welcome.ts';

/** The front page, or before the first story what this installation offers. */
export const homePage = publicPage({
  method: 'GET',
  path: '/',
  cache: 'private',
  handler: async call => {
    const { context, principal } = call;
    const { name } = context.config;
    const front = await frontPage(context, {
      principal,
      language: displayOf(call).language.code,
      firstSections: chosenSections(call),
    });
    return {
      page: {
        title: name,
        shape: 'front',
        facts: {
          path: '/',
          description: t('front.description', { name }),
          feeds: feedLinks('/feeds/top', name),
          data: listData(context.origin, front.stories.slice(0, LISTED)),
        },
        body:
          front.stories.length > 0
            ? html`${tourStrip(call)}${freshPill(front.stories)}${frontPageHtml(context, front)}`
            : emptyFrontPage(call, front.hasSources),
      },
    };
  },
});

/** `web/scripts/fresh.ts` shows it when new stories have arrived. */
function freshPill(stories: readonly Story[]): Html {
  const newest = Math.max(...stories.map(({ firstSeenAt }) => firstSeenAt.getTime()));
  return html`<p class="fresh-pill" role="status"><a href="/" hidden data-fresh="${new Date(newest).toISOString()}" data-every-ms="${FRESH_EVERY_MS}" data-one="${t('fresh.one')}" data-other="${t('fresh.other')}"></a></p>
`;
}

const FRESH_EVERY_MS = 60_000;
/** In the structured data for search engines. */
const LISTED = 20;
