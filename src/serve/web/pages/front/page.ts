import { type Html, type HtmlValue, html } from '../../../../app/markup/html.ts';
import type { Story } from '../../../../stories/queries/index.ts';
import { t, topicName } from '../../texts/messages.ts';
import { langOf, type StoryCards, storyCard, whoTells } from '../story-parts.ts';
import type { Arrangement } from './arrange.ts';

/** The front page as it is set: banner, lead with its neighbours, the rail, a band for each section, the newest. */
export function frontPage(
  cards: StoryCards,
  { breaking, trending, forYou }: Beside,
  paper: Arrangement,
): Html {
  const { lead, seconds, pair, widest, bands, latest } = paper;
  // Below, the band itself says which section it is.
  const plain = { ...cards, sections: [] };
  const top = new Set([...(lead ? [lead] : []), ...pair, ...seconds].map(entryPath));
  const alsoForYou = forYou.filter(({ path }) => !top.has(path)).slice(0, RAIL);
  return html`<h1 class="visually-hidden">${t('front.title')}</h1>
${banner(breaking)}<div class="front-grid">
<div class="front-lead">${lead && storyCard(cards, lead, { kind: 'lead', loads: 'eager' })}
${pair.length > 0 && html`<div class="front-pair">${pair.map(story => storyCard(cards, story, { kind: 'second' }))}</div>`}</div>
<div class="front-second">${seconds.map((story, index) => storyCard(cards, story, { kind: 'second', picture: index === 0 }))}</div>
<div class="front-rail">${rail('for-you', html`<a href="/for-you">${t('nav.forYou')}</a>`, alsoForYou)}${rail('trending', html`<a href="/trending">${t('nav.trending')}</a>`, trending)}${rail('widest', t('front.widest'), widest.slice(0, trending.length > 0 ? SHORT : widest.length).map(entryOf))}</div>
</div>
${bands.map(band => bandOf(plain, band))}
${
  latest.length > 0 &&
  html`<section class="band" aria-labelledby="latest-title"><div class="band-head"><h2 class="band-title" id="latest-title"><a href="/latest">${t('nav.latest')}</a></h2></div>
<ol class="latest">${latest.map(story => html`<li>${storyCard(plain, story, { kind: 'tile', heading: 3 })}</li>`)}</ol></section>`
}`;
}

/** BREAK-2: while something breaks it stands above everything else. */
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

function entryOf(story: Story): RailEntry {
  const { headline, language } = story;
  return { path: entryPath(story), headline, language, about: whoTells(story) };
}

/** By it the same story is known in a rail and at the top. */
export function entryPath({ id }: { readonly id: string }): string {
  return `/stories/${id}`;
}

function bandOf(cards: StoryCards, { section, stories }: Arrangement['bands'][number]): Html {
  const id = `section-${section.id}`;
  return html`<section class="band" aria-labelledby="${id}"><div class="band-head"><h2 class="band-title" id="${id}"><a href="/topics/${section.id}">${topicName(section.name)}</a></h2></div>
<ol class="band-list">${stories.map((story, index) => html`<li>${storyCard(cards, story, { kind: 'tile', heading: 3, picture: index === 0 })}</li>`)}</ol></section>
`;
}

const SHORT = 3;
export const RAIL = 5;

/** What stands beside the arranged stories. */
export interface Beside {
  readonly breaking: readonly Story[];
  readonly trending: readonly RailEntry[];
  /** More than are shown, since what stands beside it at the top is not told twice. */
  readonly forYou: readonly RailEntry[];
}

export interface RailEntry {
  readonly path: string;
  readonly headline: string;
  readonly language: string | null;
  readonly about: HtmlValue;
}
