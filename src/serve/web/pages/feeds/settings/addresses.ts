import type { FeedAddresses } from '../../../../../app/feeds/feed-addresses.ts';
import { type Html, type HtmlValue, html } from '../../../../../app/markup/html.ts';
import { type FeedToken, PRIVATE_FEEDS, type PrivateFeed } from '../../../../../feeds/readers/tokens.ts';
import { t } from '../../../texts/messages.ts';
import { date } from '../../../times.ts';
import { actionButton, dataTable, selectField } from '../../admin/parts.ts';

/** FEED-12: addresses at which a feed reader reads private feeds; each can be revoked. */
export function addressPart(tokens: readonly FeedToken[], made: NewAddress | undefined): Html {
  return html`<p>${t('feeds.addressesText')}</p>
${made && html`<div class="notice" role="status"><p>${t('feeds.addressCreated')}</p>${(['atom', 'rss', 'json'] as const).map(format => html`<code class="secret">${made[format]}</code>`)}</div>`}
${tokens.length > 0 ? tokenTable(tokens) : html`<p class="meta">${t('feeds.noAddresses')}</p>`}
<form class="inline" method="post" action="/account/feeds/address#addresses">${selectField({ name: 'feed', label: t('feeds.addressOf'), value: 'for-you', options: PRIVATE_FEEDS.map(feed => [feed, NAMES[feed]]) })}<button class="plain">${t('feeds.createAddress')}</button></form>`;
}

function tokenTable(tokens: readonly FeedToken[]): Html {
  return dataTable({
    caption: t('feeds.addresses'),
    columns: [t('feeds.addressOf'), t('feeds.since'), t('feeds.lastUsed'), t('feeds.change')],
    rows: tokens.map(({ id, feed, createdAt, lastUsedAt }) => {
      const name = PRIVATE_FEEDS.find(each => each === feed);
      return [
        name ? NAMES[name] : feed,
        date(createdAt),
        lastUsedAt === null ? t('feeds.neverUsed') : date(lastUsedAt),
        actionButton({
          action: '/account/feeds/address/revoke#addresses',
          text: t('feeds.revoke'),
          of: name ? NAMES[name] : feed,
          fields: { id },
        }),
      ];
    }),
  });
}

const NAMES: Readonly<Record<PrivateFeed, HtmlValue>> = {
  'for-you': t('nav.forYou'),
  saved: t('nav.saved'),
  history: t('nav.history'),
};

export type NewAddress = FeedAddresses;
