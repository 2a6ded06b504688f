import { html } from '../../../../app/markup/html.ts';
import { feedLinks } from '../../feed-links.ts';
import { publicPage } from '../../page-route.ts';
import { formatNumber, nameOf, t } from '../../texts/messages.ts';
import { emptyState } from '../parts.ts';
import { showFeed } from './show-feed.ts';

/** FEED-1: the countries of sources, and the feed of each. */
export const countriesPage = publicPage({
  method: 'GET',
  path: '/countries',
  handler: async ({ context }) => {
    const found = [...context.feeds.window.postings.counts('country')]
      .filter(([code]) => /^[A-Z]{2}$/.test(code))
      .sort(([, one], [, other]) => other - one);
    return {
      page: {
        title: t('nav.countries'),
        facts: { path: '/countries', description: t('country.lede') },
        shape: 'wide',
        body: html`<div class="flow list-head"><h1>${t('nav.countries')}</h1><p class="lede">${t('country.lede')}</p></div>
${
  found.length > 0
    ? html`<ul class="tags places">${found.map(([code, count]) => html`<li><a href="/countries/${code}">${nameOf('region', code)} <span class="quiet">${formatNumber(count)}</span></a></li>`)}</ul>`
    : emptyState(t('topic.emptyTitle'), t('country.none'), [
        ['/', t('nav.front')],
        ['/topics', t('nav.topics')],
      ])
}`,
      },
    };
  },
});

export const countryPage = publicPage({
  method: 'GET',
  path: '/countries/{code}',
  handler: async call => {
    const code = call.param('code');
    // Not a country code: show the list of countries.
    if (!/^[A-Z]{2}$/.test(code)) return { redirect: '/countries' };
    const name = nameOf('region', code);
    const path = `/countries/${code}`;
    return {
      page: await showFeed(call, {
        feed: { name: 'country', of: code, language: null, country: null },
        path,
        title: name,
        head: html`<p class="kicker"><a href="/countries">${t('nav.countries')}</a></p><h1>${name}</h1><p class="lede">${t('country.of', { name })}</p>`,
        empty: emptyState(t('topic.emptyTitle'), t('country.empty'), [
          ['/countries', t('nav.countries')],
          ['/', t('nav.front')],
        ]),
        facts: {
          path,
          description: t('country.of', { name }),
          feeds: feedLinks(`/feeds/country/${code}`, name),
        },
      }),
    };
  },
});
