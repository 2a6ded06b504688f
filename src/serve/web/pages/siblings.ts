import { isUuid } from '../../../lib/ids.ts';
import { flowCookie, readCookie } from '../../http/cookies.ts';
import { type Html, html } from '../html.ts';
import { type PageCall, publicPage } from '../page-route.ts';
import { say } from '../words/say.ts';

/**
 * STORY-7, the setting: after reading, the articles of a story fold away that were there when the reader last looked. It
 * belongs to the browser, and a cookie keeps it; whoever never asked for it has none.
 */
export const siblingsAction = publicPage({
  method: 'POST',
  path: '/stories/{id}/siblings',
  handler: async ({ context, param, field }) => {
    const isSecure = context.origin.startsWith('https:');
    return {
      redirect: isUuid(param('id')) ? `/stories/${param('id')}#coverage` : '/',
      cookies: [
        field('siblings') === 'fold'
          ? flowCookie(isSecure, 'siblings', 'fold', YEAR_SECONDS)
          : flowCookie(isSecure, 'siblings', '', 0),
      ],
    };
  },
});

export function foldsSiblings({ context, request }: PageCall): boolean {
  const prefix = context.origin.startsWith('https:') ? '__Host-' : '';
  return readCookie(request.headers.cookie, `${prefix}siblings`) === 'fold';
}

/** For those whose reading is remembered; for others nothing could fold. */
export function siblingsControl(storyId: string, folds: boolean): Html {
  return html`<form class="beside" method="post" action="/stories/${storyId}/siblings"><button class="plain small" type="submit" name="siblings" value="${folds ? 'show' : 'fold'}">${folds ? say('story.showSeen') : say('story.foldSeen')}</button></form>`;
}

const YEAR_SECONDS = 365 * 86_400;
