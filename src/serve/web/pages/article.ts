import { articleForReader } from '../../../app/articles/articles.ts';
import type { AppContext } from '../../../app/context.ts';
import { type Html, html } from '../../../app/markup/html.ts';
import { imageUrlFor } from '../../../app/output/image-address.ts';
import type { Article, ArticleRevision } from '../../../model/article.ts';
import type { Story } from '../../../model/story.ts';
import type { ArticleCounts } from '../../../signals/counts/add-counts.ts';
import type { ArticleContext } from '../../../stories/queries/index.ts';
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
    const { context, principal, param } = call;
    const found = await articleForReader(context, principal, param('id'));
    const { article, revisions, source, story, state } = found;
    if (story) await recordReading(call, story);
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
${countLine(found.counts)}
${story && state.saved && html`<div${OWN_LANGUAGE}>${keepButtons({ id: story.id, leadArticleId: article.id, leadSource: source?.name ?? null }, { isSaved: state.saved.has(story.id), isRead: true, isHidden: state.hidden.has(story.id) })}</div>`}
${leadImage(context, shown)}
<div class="story-body">${bodyOf(context, shown)}</div>
</article>
${shareArea({ title: shown.title, url: `${context.origin}/articles/${article.id}` })}
${/^https?:/i.test(article.url) && html`<p class="actions"><a class="button" href="${article.url}" rel="noopener noreferrer external">${t('article.original')}</a></p>`}
${story && partOf(story, found.context)}
${revisions.length > 0 && changesOf(article, revisions)}`,
      },
    };
  },
});

/** STORY-7: reading one article of a story marks the story as seen. */
async function recordReading(call: PageCall, story: Story): Promise<void> {
  const { context, principal } = call;
  if (!principal || !isSeen(call)) return;
  const at = new Date(context.clock.now());
  await context.feeds.recordVisit({ userId: principal.userId, storyId: story.id, at });
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
