import type { AppContext } from '../../../app/context.ts';
import { NO_READING_STATE, readingState } from '../../../app/feeds/reading-state.ts';
import { type Html, html } from '../../../app/markup/html.ts';
import { imageUrlFor } from '../../../app/output/image-address.ts';
import { Problem } from '../../../errors.ts';
import { findArticle, revisionsOf } from '../../../ingest/dedup/articles.ts';
import { findSource } from '../../../ingest/sources/registry.ts';
import { timeOfId } from '../../../lib/ids.ts';
import type { Article, ArticleRevision } from '../../../model/article.ts';
import type { ArticleCounts } from '../../../signals/counts/add-counts.ts';
import { countsOf } from '../../../signals/counts/read-counts.ts';
import {
  type ArticleContext,
  findArticleContext,
  type Story,
  storiesByIds,
} from '../../../stories/queries/index.ts';
import type { PageFacts } from '../page.ts';
import { type PageCall, publicPage } from '../page-route.ts';
import { articleData } from '../structured.ts';
import { t, topicName } from '../texts/messages.ts';
import { moment } from '../times.ts';
import { bodyOf } from './article-body.ts';
import { changesOf } from './article-changes.ts';
import { keepButtons } from './keep.ts';
import { shareArea } from './share.ts';
import { counts, directionOf, isSeen, langOf, OWN_LANGUAGE, pictureAddress } from './story-parts.ts';

/** One article in its current version, with its revisions below (DEDUP-2). */
export const articlePage = publicPage({
  method: 'GET',
  path: '/articles/{id}',
  cache: 'private',
  handler: async call => {
    const { context } = call;
    const article = await requireArticle(call);
    const [source, revisions, articleContext, counted] = await Promise.all([
      findSource(context.database, article.sourceId),
      revisionsOf(context.database, article.id),
      findArticleContext(context.database, article.id),
      countsOf(context.database, [article.id]),
    ]);
    const story = await storyOf(call, articleContext);
    const { saved } = story ? await readingState(context, call.principal, [story]) : NO_READING_STATE;
    const shown = { ...article, ...textOf(revisions.at(-1)) };
    return {
      page: {
        title: shown.title,
        script: call.assets.readingScript,
        facts: factsOf(context, shown, source?.name),
        body: html`<article class="story"${langOf(article.language)} dir="${directionOf(article.language)}" data-article="${article.id}" data-words="${article.wordCount}">
<p class="kicker">${source ? html`<a href="/sources/${source.id}">${source.name}</a>` : new URL(article.url).hostname}</p>
<h1 dir="auto">${shown.title}</h1>
${byline(article, revisions)}
${countLine(counted.get(article.id))}
${story && saved && html`<div${OWN_LANGUAGE}>${keepButtons(story.id, { isSaved: saved.has(story.id), isRead: true })}</div>`}
${leadImage(context, shown)}
<div class="story-body">${bodyOf(context, shown)}</div>
</article>
${shareArea({ title: shown.title, url: `${context.origin}/articles/${article.id}` })}
${/^https?:/i.test(article.url) && html`<p class="actions"><a class="button" href="${article.url}" rel="noopener noreferrer external">${t('article.original')}</a></p>`}
${story && partOf(story, articleContext)}
${revisions.length > 0 && changesOf(article, revisions)}`,
      },
    };
  },
});

async function requireArticle({ context, param }: PageCall): Promise<Article> {
  const id = param('id');
  // The partition is found by the time in the id; an id without one does not exist.
  const article = timeOfId(id) ? await findArticle(context.database, id) : null;
  if (!article) throw new Problem('article-not-found');
  return article;
}

/** STORY-7: reading one article of a story marks the story as seen. */
async function storyOf(call: PageCall, { storyId }: ArticleContext): Promise<Story | null> {
  const { context, principal } = call;
  const [story] = storyId === null ? [] : await storiesByIds(context.database, [storyId]);
  if (!story) return null;
  if (principal && isSeen(call))
    await context.feeds.recordVisit({
      userId: principal.userId,
      storyId: story.id,
      at: new Date(context.clock.now()),
    });
  return story;
}

function partOf(story: Story, { topics, entities }: ArticleContext): Html {
  return html`<section class="flow part-of" aria-labelledby="story-title"><h2 id="story-title">${t('article.story')}</h2>
<p><a href="/stories/${story.id}"${langOf(story.language)} dir="auto">${story.headline}</a></p>
<p class="meta">${counts(story)}</p>
${topics.length + entities.length > 0 && html`<ul class="tags">${topics.map(({ id, name }) => html`<li><a href="/topics/${id}">${topicName(name)}</a></li>`)}${entities.slice(0, 8).map(({ key, name }) => html`<li><a href="/entities/${encodeURIComponent(key)}" dir="auto">${name}</a></li>`)}</ul>`}</section>`;
}

function textOf(revision: ArticleRevision | undefined): Partial<ShownText> {
  if (!revision) return {};
  const { title, summary, bodyHtml } = revision;
  return { title, summary, bodyHtml };
}

function byline({ publishedAt, authors, wordCount }: Article, revisions: readonly ArticleRevision[]): Html {
  const last = revisions.at(-1);
  const minutes = Math.round(wordCount / WORDS_A_MINUTE);
  return html`<p class="meta"${OWN_LANGUAGE}>${authors.length > 0 && html`${authors.slice(0, 5).join(', ')} · `}${moment(publishedAt)}${minutes > 0 && html` · ${t('article.minutes', { count: minutes })}`}</p>
${last && html`<p class="meta"${OWN_LANGUAGE}><span class="badge">${t('article.updated')}</span> ${moment(last.seenAt)} · <a href="#changes">${t('article.changes')}</a></p>`}`;
}

/** Omitted before the first view. */
function countLine(sums: ArticleCounts | undefined): Html | false {
  const parts = (['views', 'shares'] as const).flatMap(what => {
    const count = sums?.[what] ?? 0;
    return count === 0 ? [] : [t(`article.${what}`, { count })];
  });
  return (
    parts.length > 0 &&
    html`<p class="meta"${OWN_LANGUAGE}>${parts.map((part, index) => [index > 0 && ' · ', part])}</p>`
  );
}

/** Above the text, unless the text contains it. */
function leadImage({ keys }: AppContext, { image, bodyHtml }: Article): Html | false {
  const address = image && !bodyHtml.includes('<img') ? imageUrlFor(keys, image.url) : null;
  if (!image || address === null) return false;
  const size = image.width && image.height ? html` width="${image.width}" height="${image.height}"` : null;
  return html`<img class="story-image" src="${address}" alt=""${size}>`;
}

/** For search engines and previews: little, because the full text belongs to the publisher. */
function factsOf({ keys, origin }: AppContext, article: Article, publisher: string | undefined): PageFacts {
  return {
    path: `/articles/${article.id}`,
    kind: 'article',
    description: article.summary.slice(0, 200),
    image: pictureAddress(keys, article.image?.url ?? null) ?? undefined,
    data: articleData(origin, article, publisher),
  };
}

const WORDS_A_MINUTE = 230;

type ShownText = Pick<Article, 'title' | 'summary' | 'bodyHtml'>;
