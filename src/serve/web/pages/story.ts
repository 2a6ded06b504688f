import type { AppContext } from '../../../app/context.ts';
import { type Html, html } from '../../../app/markup/html.ts';
import { coverageOfStory, findVisibleStory, isEditor } from '../../../app/stories/story-for-page.ts';
import type { Story } from '../../../model/story.ts';
import type { StoredEntity } from '../../../stories/queries/index.ts';
import { feedLinks } from '../feed-links.ts';
import { type PageAnswer, type PageCall, publicPage } from '../page-route.ts';
import { storyData } from '../structured.ts';
import { t, topicName } from '../texts/messages.ts';
import { moment } from '../times.ts';
import { keepButtons } from './keep.ts';
import { siblingsControl } from './siblings.ts';
import { coverage, spreadList } from './story-coverage.ts';
import {
  archiveCursorIn,
  breakingMark,
  counts,
  isSeen,
  langOf,
  newSince,
  pictureAddress,
} from './story-parts.ts';
import { timelineChart } from './story-timeline.ts';

/** STORY-4: one story with all its coverage. Marks it as seen for signed-in readers (STORY-7). */
export const storyPage = publicPage({
  method: 'GET',
  path: '/stories/{id}',
  cache: 'private',
  handler: async call => {
    const found = await findVisibleStory(call.context, call.principal, call.param('id'));
    if (found.kind === 'merged') return { redirect: `/stories/${found.into}` };
    return show(call, found.story);
  },
});

async function show(call: PageCall, story: Story): Promise<PageAnswer> {
  const { context, principal } = call;
  const cursor = archiveCursorIn(call);
  const { texts, timeline, spread, related, topicNames, entities, state, foldsSeen, isBlocked } =
    await coverageOfStory(context, principal, story, {
      limit: SHOWN + 1,
      ...(cursor ? { after: { publishedAt: cursor.at, id: cursor.id } } : {}),
    });
  const now = new Date(context.clock.now());
  if (principal && isSeen(call))
    await context.feeds.recordVisit({ userId: principal.userId, storyId: story.id, at: now });
  const { saved, hidden } = state;
  const visit = state.visits.get(story.id);
  return {
    page: {
      title: story.headline,
      shape: 'wide',
      facts: {
        path: `/stories/${story.id}`,
        kind: 'article',
        description: story.lead.slice(0, 200),
        image: pictureAddress(context.keys, story.imageUrl) ?? undefined,
        feeds: feedLinks(`/feeds/story/${story.id}`, story.headline),
        data: storyData(
          context.origin,
          story,
          texts.filter(({ article }) => !isBlocked(article.sourceId)),
        ),
      },
      body: html`<article class="story-page" data-story="${story.id}">
<header class="flow">${kicker(story, topicNames)}
<h1${langOf(story.language)} dir="auto">${story.headline}</h1>
<p class="meta">${breakingMark(story, now)}${counts(story)}${newSince(visit, saved !== undefined)} · ${t('story.firstSeen', { at: moment(story.firstSeenAt) })} · ${t('story.lastChange', { at: moment(story.updatedAt) })}</p>
${saved && keepButtons(story, { isSaved: saved.has(story.id), isRead: true, isHidden: hidden.has(story.id) })}
${isEditor(principal) && html`<p class="meta">${story.isHidden && html`<span class="badge bad">${t('story.hidden')}</span> `}<a href="/admin/stories/${story.id}">${t('story.edit')}</a></p>`}</header>
<div class="story-main">${image(context, story)}
<p class="lede" dir="auto"${langOf(story.language)}>${story.lead}</p>
<section class="story-part" id="coverage" aria-labelledby="coverage-title"><div class="part-head"><h2 id="coverage-title">${t('story.coverage')}</h2>${principal && siblingsControl(story.id, foldsSeen)}</div>
${coverage(story.id, texts, { most: SHOWN, visit, folds: foldsSeen, isBlocked })}</section></div>
<div class="story-side">
<section class="story-part" aria-labelledby="timeline-title"><h2 id="timeline-title">${t('story.timeline')}</h2>
${timelineChart(timeline, isBlocked)}</section>
<section class="story-part" aria-labelledby="spread-title"><h2 id="spread-title">${t('story.spread')}</h2>
${spreadList(spread)}</section>
${about(story, topicNames, entities)}
${
  related.length > 0 &&
  html`<section class="story-part" aria-labelledby="related-title"><h2 id="related-title">${t('story.related')}</h2>
<ul class="plain-list">${related.map(other => html`<li><a href="/stories/${other.id}"${langOf(other.language)} dir="auto">${other.headline}</a><p class="meta">${counts(other)}</p></li>`)}</ul></section>`
}</div>
</article>`,
    },
  };
}

function kicker({ category }: Story, names: ReadonlyMap<string, string>): Html | false {
  return (
    category !== null &&
    names.has(category) &&
    html`<p class="kicker"><a href="/topics/${category}">${topicName(names.get(category) ?? category)}</a></p>`
  );
}

function image({ keys }: AppContext, { imageUrl }: Story): Html | false {
  const address = pictureAddress(keys, imageUrl);
  return (
    address !== null &&
    html`<img class="lead-image" src="${address}" alt="" width="960" height="540" fetchpriority="high">`
  );
}

function about(
  { topics }: Story,
  names: ReadonlyMap<string, string>,
  entities: readonly StoredEntity[],
): Html | false {
  const known = topics.filter(id => names.has(id));
  if (known.length + entities.length === 0) return false;
  return html`<section class="story-part" aria-labelledby="about-title"><h2 id="about-title">${t('story.about')}</h2>
<ul class="tags">${known.map(id => html`<li><a href="/topics/${id}">${topicName(names.get(id) ?? id)}</a></li>`)}${entities.map(({ key, name }) => html`<li><a href="/entities/${encodeURIComponent(key)}" dir="auto">${name}</a></li>`)}</ul></section>`;
}

const SHOWN = 30;
