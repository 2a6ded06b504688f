import { type Html, html } from '../../../app/markup/html.ts';
import { Problem } from '../../../errors.ts';
import { listArticlesOfSource } from '../../../ingest/dedup/articles.ts';
import { failingSince } from '../../../ingest/sources/problem-notices.ts';
import { findSource } from '../../../ingest/sources/registry.ts';
import { isUuid } from '../../../lib/ids.ts';
import type { Article } from '../../../model/article.ts';
import type { Source } from '../../../model/source.ts';
import { feedLinks } from '../feed-links.ts';
import { publicPage } from '../page-route.ts';
import { nameOf, t } from '../texts/messages.ts';
import { moment, shortMoment } from '../times.ts';
import { stanceButtons } from './feeds/stance-buttons.ts';
import { emptyState, notice } from './parts.ts';
import { archiveCursorAfter, archiveCursorIn, langOf } from './story-parts.ts';

/** One source, with its articles, newest first. */
export const sourcePage = publicPage({
  method: 'GET',
  path: '/sources/{id}',
  cache: 'private',
  handler: async call => {
    const { context, param } = call;
    const source = isUuid(param('id')) ? await findSource(context.database, param('id')) : null;
    if (!source) throw new Problem('source-not-found');
    const cursor = archiveCursorIn(call);
    const after = cursor && { publishedAt: cursor.at, id: cursor.id };
    const [articles, failing] = await Promise.all([
      listArticlesOfSource(context.database, source.id, { limit: SHOWN + 1, ...(after ? { after } : {}) }),
      failingSince(context.database, [source.id]),
    ]);
    const since = failing.get(source.id);
    return {
      page: {
        title: source.name,
        facts: {
          path: `/sources/${source.id}`,
          description: t('source.description', { name: source.name, site: context.config.name }),
          feeds: feedLinks(`/feeds/source/${source.id}`, source.name),
        },
        body: html`<div class="list-head"><p class="kicker">${t('source.kicker')}</p><h1 dir="auto">${source.name}</h1>
${aboutSource(source)}
${since && notice(t('source.failing', { at: moment(since) }))}
${await stanceButtons(call, { kind: 'source', id: source.id })}</div>
<h2>${t('source.latest')}</h2>
${articles.length > 0 ? listOf(source, articles) : emptyState(t('topic.emptyTitle'), t('source.none'), [['/', t('nav.front')]])}`,
      },
    };
  },
});

/** Unknown facts are omitted. */
function aboutSource({ homePage, language, country, credibility }: Source): Html {
  const home = homePage !== null && /^https?:/i.test(homePage) ? homePage : null;
  return html`<dl class="facts">
${language !== null && html`<dt>${t('source.language')}</dt><dd>${/^[a-z]{2,3}$/.test(language) ? nameOf('language', language) : language}</dd>`}
${country !== null && html`<dt>${t('source.country')}</dt><dd>${/^[A-Z]{2}$/.test(country) ? html`<a href="/countries/${country}">${nameOf('region', country)}</a>` : country}</dd>`}
<dt>${t('source.credibility')}</dt><dd>${BANDS.find(({ from }) => credibility >= from)?.name}</dd>
</dl>
${home !== null && html`<p><a href="${home}" rel="noopener noreferrer external">${t('source.home')}</a></p>`}`;
}

function listOf({ id }: Source, articles: readonly Article[]): Html {
  const shown = articles.slice(0, SHOWN);
  const last = shown.at(-1);
  return html`<ol class="coverage">${shown.map(
    article => html`<li${langOf(article.language)}><h3 dir="auto"><a href="/articles/${article.id}">${article.title}</a></h3>
<p class="meta">${shortMoment(article.publishedAt)}</p></li>`,
  )}</ol>
${articles.length > SHOWN && last && html`<p class="more"><a href="/sources/${id}?before=${archiveCursorAfter(last.publishedAt, last.id)}">${t('topic.older')}</a></p>`}`;
}

const SHOWN = 30;
/** The same bands as in the spread of a story. */
const BANDS = [
  { from: 0.7, name: t('story.high') },
  { from: 0.4, name: t('story.medium') },
  { from: 0, name: t('story.low') },
];
