import { type Html, html } from '../../../../app/markup/html.ts';
import { displayOf } from '../../display.ts';
import { feedLinks } from '../../feed-links.ts';
import { type PageCall, publicPage } from '../../page-route.ts';
import { nameOf, t } from '../../texts/messages.ts';
import { emptyState } from '../parts.ts';
import { showFeed } from './show-feed.ts';

/** FEED-1: the latest stories in the reader's language, in another, or in all. */
export const latestPage = publicPage({
  method: 'GET',
  path: '/latest',
  handler: async call => {
    const language = languageIn(call);
    const chosen = call.query('language') !== undefined;
    return {
      page: await showFeed(call, {
        feed: { name: 'latest', of: '', language, country: null },
        path: chosen ? `/latest?language=${language ?? 'all'}` : '/latest',
        title: t('nav.latest'),
        head: html`<h1>${t('nav.latest')}</h1>
<p class="lede">${t('latest.lede')}</p>${languages(call, language)}`,
        empty: emptyState(t('topic.emptyTitle'), t('latest.empty'), [
          ['/latest?language=all', t('latest.all')],
          ['/', t('nav.front')],
        ]),
        facts: {
          path: '/latest',
          description: t('latest.lede'),
          feeds: feedLinks('/feeds/latest', t('nav.latest')),
        },
      }),
    };
  },
});

/** Null for all languages. By default the language of the page, if it has stories. */
function languageIn(call: PageCall): string | null {
  const language = call.query('language');
  if (language === 'all') return null;
  if (language !== undefined && /^[a-z]{2,3}$/.test(language)) return language;
  const own = displayOf(call).language.code;
  return call.context.feeds.window.postings.of(`language:${own}`).size > 0 ? own : null;
}

function languages({ context }: PageCall, chosen: string | null): Html | false {
  const found = [...context.feeds.window.postings.counts('language')]
    .filter(([code]) => /^[a-z]{2,3}$/.test(code) && code !== 'und')
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_LANGUAGES)
    .map(([code]) => code);
  if (found.length < 2) return false;
  const link = (value: string, name: Parameters<typeof html>[1], isHere: boolean) =>
    html`<li><a href="/latest?language=${value}"${isHere && html` aria-current="true"`}>${name}</a></li>`;
  return html`<nav aria-label="${t('latest.languages')}"><ul class="tags">${link('all', t('latest.all'), chosen === null)}${found.map(code => link(code, nameOf('language', code), code === chosen))}</ul></nav>`;
}

const MAX_LANGUAGES = 12;
