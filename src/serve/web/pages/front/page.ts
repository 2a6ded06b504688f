import type { AppContext } from '../../../../app/context.ts';
import type { Arrangement } from '../../../../app/front/arrange.ts';
import type { FrontPage, PersonalStory } from '../../../../app/front/front-page.ts';
import { type Html, type HtmlValue, html } from '../../../../app/markup/html.ts';
import type { TrendingItem } from '../../../../app/trending/trending-lists.ts';
import type { Story } from '../../../../model/story.ts';
import { t, topicName } from '../../texts/messages.ts';
import { inWords } from '../feeds/item-parts.ts';
import { langOf, type StoryCards, sourcesOf, storyCard } from '../story-parts.ts';
import { activity } from '../trending-parts.ts';

/**
 * The front page: breaking news, the lead and secondary stories, the rails, a band for each section, the
 * latest.
 */
export function frontPageHtml(context: AppContext, front: FrontPage): Html {
  const { arrangement, breaking, trending, forYou, sections, state } = front;
  const { lead, seconds, pair, widest, bands, latest } = arrangement;
  const cards = { context, ...state, sections };
  // The heading of a band already names the section.
  const plain = { ...cards, sections: [] };
  const shownWidest = widest.slice(0, trending.length > 0 ? SHORT : widest.length);
  return html`<h1 class="visually-hidden">${t('front.title')}</h1>
${banner(breaking)}<div class="front-grid">
<div class="front-lead">${lead && storyCard(cards, lead, { kind: 'lead', loads: 'eager' })}
${pair.length > 0 && html`<div class="front-pair">${pair.map(story => storyCard(cards, story, { kind: 'second' }))}</div>`}</div>
<div class="front-second">${seconds.map((story, index) => storyCard(cards, story, { kind: 'second', picture: index === 0 }))}</div>
<div class="front-rail">${rail('for-you', html`<a href="/for-you">${t('nav.forYou')}</a>`, forYou.map(personalEntry))}${rail('trending', html`<a href="/trending">${t('nav.trending')}</a>`, trending.map(trendingEntry))}${rail('widest', t('front.wideCoverage'), shownWidest.map(storyEntry))}</div>
</div>
${bands.map(band => bandOf(plain, band))}
${
  latest.length > 0 &&
  html`<section class="band" aria-labelledby="latest-title"><div class="band-head"><h2 class="band-title" id="latest-title"><a href="/latest">${t('nav.latest')}</a></h2></div>
<ol class="latest">${latest.map(story => html`<li>${storyCard(plain, story, { kind: 'tile', heading: 3 })}</li>`)}</ol></section>`
}`;
}

/** BREAK-2: breaking news is above everything else. */
function banner(stories: readonly Story[]): Html | false {
  if (stories.length === 0) return false;
  return html`<section aria-label="${t('front.breaking')}"><ul class="banner">${stories.map(
    ({ id, headline, language }) =>
      html`<li><strong class="breaking">${t('story.breaking')}</strong> <a href="/stories/${id}"${langOf(language)} dir="auto">${headline}</a></li>`,
  )}</ul></section>
`;
}

function rail(id: string, title: HtmlValue, entries: readonly RailEntry[]): Html | false {
  if (entries.length === 0) return false;
  return html`<section aria-labelledby="${id}-title"><h2 class="rail-title" id="${id}-title">${title}</h2>
<ol class="ranked">${entries.map(({ path, headline, language, about }) => html`<li><div><h3${langOf(language)} dir="auto"><a href="${path}">${headline}</a></h3><p class="byline">${about}</p></div></li>`)}</ol></section>
`;
}

function storyEntry(story: Story): RailEntry {
  const { id, headline, language } = story;
  return { path: `/stories/${id}`, headline, language, about: sourcesOf(story) };
}

function personalEntry({ story, reason }: PersonalStory): RailEntry {
  return reason ? { ...storyEntry(story), about: inWords(reason) } : storyEntry(story);
}

function trendingEntry({ id, thing, shares, reads }: TrendingItem): RailEntry {
  return {
    path: `/stories/${id}`,
    headline: thing.title,
    language: thing.language,
    about: activity({ shares, reads }).map((each, index) => [index > 0 && ' · ', each]),
  };
}

function bandOf(cards: StoryCards, { section, stories }: Arrangement['bands'][number]): Html {
  const id = `section-${section.id}`;
  return html`<section class="band" aria-labelledby="${id}"><div class="band-head"><h2 class="band-title" id="${id}"><a href="/topics/${section.id}">${topicName(section.name)}</a></h2></div>
<ol class="band-list">${stories.map((story, index) => html`<li>${storyCard(cards, story, { kind: 'tile', heading: 3, picture: index === 0 })}</li>`)}</ol></section>
`;
}

/** The number of most covered stories beside another rail. */
const SHORT = 3;

interface RailEntry {
  readonly path: string;
  readonly headline: string;
  readonly language: string | null;
  readonly about: HtmlValue;
}
