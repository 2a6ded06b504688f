import { Problem } from '../../../errors.ts';
import { findArticle, revisionsOf } from '../../../ingest/dedup/read.ts';
import { sanitiseHtml } from '../../../ingest/sanitise/index.ts';
import { findSource } from '../../../ingest/sources/registry.ts';
import { timeOfId } from '../../../lib/ids.ts';
import type { Article, ArticleRevision } from '../../../model/article.ts';
import type { ServeContext } from '../../context.ts';
import { imageUrlFor } from '../../images/index.ts';
import { Html, html } from '../html.ts';
import { type PageCall, publicPage } from '../page-route.ts';
import { moment } from '../times.ts';
import { changesOf } from './article-changes.ts';

/** One article to read, as it reads now; what it said before is told below (DEDUP-2). */
export const articlePage = publicPage({
  method: 'GET',
  path: '/articles/{id}',
  cache: 'private',
  handler: async call => {
    const { context } = call;
    const article = await requireArticle(call);
    const [source, revisions] = await Promise.all([
      findSource(context.database, article.sourceId),
      revisionsOf(context.database, article.id),
    ]);
    const shown = { ...article, ...textOf(revisions.at(-1)) };
    return {
      page: {
        title: shown.title,
        body: html`<article class="story" lang="${article.language ?? 'en'}">
<p class="kicker">${source?.name ?? new URL(article.url).hostname}</p>
<h1>${shown.title}</h1>
${byline(article, revisions)}
${leadImage(context, shown)}
<div class="story-body">${bodyOf(context, shown)}</div>
</article>
${/^https?:/i.test(article.url) && html`<p class="actions"><a class="button" href="${article.url}" rel="noopener noreferrer external">Read the original</a></p>`}
${revisions.length > 0 && changesOf(article, revisions)}`,
      },
    };
  },
});

async function requireArticle({ context, param }: PageCall): Promise<Article> {
  const id = param('id');
  // The time in it says where the article is; an id without one is none of ours.
  const article = timeOfId(id) ? await findArticle(context.database, id) : null;
  if (!article) throw new Problem('article-not-found');
  return article;
}

function textOf(revision: ArticleRevision | undefined): Partial<ShownText> {
  if (!revision) return {};
  const { title, summary, bodyHtml } = revision;
  return { title, summary, bodyHtml };
}

function byline({ publishedAt, authors, wordCount }: Article, revisions: readonly ArticleRevision[]): Html {
  const last = revisions.at(-1);
  const minutes = Math.round(wordCount / WORDS_A_MINUTE);
  return html`<p class="meta">${authors.length > 0 && html`${authors.slice(0, 5).join(', ')} · `}${moment(publishedAt)}${minutes > 0 && ` · ${minutes} min`}</p>
${last && html`<p class="meta"><span class="badge">Updated</span> ${moment(last.seenAt)} · <a href="#changes">What has changed</a></p>`}`;
}

/** Above the text, unless the text shows it itself. */
function leadImage({ keys }: ServeContext, { image, bodyHtml }: Article): Html | false {
  const address = image && !bodyHtml.includes('<img') ? imageUrlFor(keys, image.url) : null;
  if (!image || address === null) return false;
  const size = image.width && image.height ? html` width="${image.width}" height="${image.height}"` : null;
  return html`<img class="story-image" src="${address}" alt=""${size}>`;
}

/**
 * PARSE-5: sanitised when it came, and once more on its way out, so that what an older version let through is caught
 * by the rules of today; the pictures are given the addresses of the proxy by the same pass.
 */
function bodyOf({ keys }: ServeContext, { bodyHtml, summary, url }: Article): Html {
  if (bodyHtml === '') return html`<p>${summary}</p>`;
  const safe = sanitiseHtml(bodyHtml, { baseUrl: url, imageUrl: absolute => imageUrlFor(keys, absolute) });
  return new Html(
    safe.replace(
      PLAYER,
      String(html`<a href="${url}" rel="noopener noreferrer external">Watch or listen there</a>`),
    ),
  );
}

/** Films and sound would be asked of the publisher by the reader's own browser, and the content policy forbids it. */
const PLAYER = /<(video|audio)\b[\s\S]*?<\/\1>/g;
const WORDS_A_MINUTE = 230;

type ShownText = Pick<Article, 'title' | 'summary' | 'bodyHtml'>;
