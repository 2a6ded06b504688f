import type { AppContext } from '../../../app/context.ts';
import { isPicture } from '../../../app/front/arrange.ts';
import { type Html, type HtmlValue, html } from '../../../app/markup/html.ts';
import { imageUrlFor } from '../../../app/output/image-address.ts';
import type { Section } from '../../../app/topics.ts';
import type { StoryVisit } from '../../../feeds/readers/story-visits.ts';
import { timeOfId } from '../../../lib/ids.ts';
import type { Keys } from '../../../lib/keys.ts';
import { isShownAsBreaking, type Story } from '../../../stories/queries/index.ts';
import type { PageCall } from '../page-route.ts';
import { pageDirection, pageLanguage, t, topicName } from '../texts/messages.ts';
import { shortMoment } from '../times.ts';
import { keepButtons } from './keep.ts';

/** Components of pages that show stories. */

/** Stories in a grid; with `leads` the first one is large. */
export function storyList(
  context: AppContext,
  stories: readonly Story[],
  { visits = new Map(), saved, hidden, leads = false }: ListOptions = {},
): Html {
  return html`<ol class="latest">${stories.map((story, index) => {
    const isLead = leads && index === 0;
    return html`<li${isLead && html` class="top"`}>${storyCard({ context, visits, saved, hidden }, story, { kind: 'tile', loads: isLead ? 'eager' : 'lazy' })}</li>`;
  })}</ol>`;
}

/** A story in a list: picture, headline, topics, sources. The keys `j`, `k` and `o` use `data-story`. */
export function storyCard(cards: StoryCards, story: Story, how: CardOptions): Html {
  const { context, visits, saved, hidden, sections = [] } = cards;
  const { kind, heading = 2, picture: hasPicture = true, loads = 'lazy', extra } = how;
  const title = html`<a href="/stories/${story.id}">${story.headline}</a>`;
  const now = new Date(context.clock.now());
  return html`<article class="card card-${kind}" data-story="${story.id}"${langOf(story.language)}>
${hasPicture && picture(context, story, loads)}<div class="card-text">
${sectionOf(story, sections)}${heading === 2 ? html`<h2 dir="auto">${title}</h2>` : html`<h3 dir="auto">${title}</h3>`}
<p class="summary" dir="auto">${shortened(story.lead, kind === 'lead' ? SHOWN : SHOWN_SMALL)}</p>
<p class="byline"${OWN_LANGUAGE}>${breakingMark(story, now)}${sourcesOf(story)} · ${shortMoment(story.updatedAt)}${newSince(visits.get(story.id), saved !== undefined)}</p>${extra !== undefined && html`<div${OWN_LANGUAGE}>${extra}</div>`}${saved && html`<div${OWN_LANGUAGE}>${keepButtons(story, { isSaved: saved.has(story.id), isRead: visits.has(story.id), isHidden: hidden?.has(story.id) ?? false })}</div>`}</div>
</article>`;
}

function sectionOf({ category }: Story, sections: readonly Section[]): Html | undefined {
  const section = sections.find(({ id }) => id === category);
  return (
    section &&
    html`<p class="kicker"${OWN_LANGUAGE}><a href="/topics/${section.id}">${topicName(section.name)}</a></p>
`
  );
}

/** For interface texts inside text of another language. */
export const OWN_LANGUAGE = html` lang="${pageLanguage()}" dir="${pageDirection()}"`;

function picture({ keys }: AppContext, { imageUrl, id }: Story, loads: 'eager' | 'lazy'): Html | false {
  const address = pictureAddress(keys, imageUrl);
  return (
    address !== null &&
    html`<a class="card-image" href="/stories/${id}" tabindex="-1" aria-hidden="true"><img src="${address}" alt="" width="600" height="400" decoding="async"${loads === 'lazy' ? html` loading="lazy"` : html` fetchpriority="high"`}></a>
`
  );
}

export function pictureAddress(keys: Keys, imageUrl: string | null): string | null {
  return isPicture(imageUrl) ? imageUrlFor(keys, imageUrl) : null;
}

/** The name of a single source, or the number of sources. */
export function sourcesOf(story: Story): HtmlValue {
  return story.articleCount === 1 && story.leadSource !== null ? story.leadSource : counts(story);
}

export function counts({ articleCount, sourceCount }: Story): Html {
  return html`${t('story.articles', { count: articleCount, sources: t('story.sources', { count: sourceCount }) })}`;
}

export function breakingMark(story: Story, now: Date): Html | false {
  if (!isShownAsBreaking(story, now)) return false;
  return story.breakingUntil === null
    ? html`<strong class="breaking">${t('story.breaking')}</strong> `
    : html`<span class="breaking over">${t('story.wasBreaking')}</span> `;
}

/**
 * STORY-7: new articles since the reader's last visit. Without any, the story is marked as read, unless a
 * button shows it.
 */
export function newSince(visit: StoryVisit | undefined, hasButton: boolean): Html | false {
  if (!visit) return false;
  if (visit.newSinceSeen > 0)
    return html` · <strong class="fresh">${t('story.new', { count: visit.newSinceSeen })}</strong>`;
  return !hasButton && html` · <span class="seen">${t('story.read')}</span>`;
}

/** The `lang` attribute; omitted for an unknown language. */
export function langOf(language: string | null): Html | false {
  return language !== null && language !== 'und' && html` lang="${language}"`;
}

/** The writing direction of a language; for an unknown one the browser decides by the letters. */
export function directionOf(language: string | null): 'ltr' | 'rtl' | 'auto' {
  if (language === null || language === 'und') return 'auto';
  return RIGHT_TO_LEFT.has(language.split('-', 1)[0] ?? '') ? 'rtl' : 'ltr';
}

const RIGHT_TO_LEFT = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** Some publishers' summaries are whole articles. */
function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), max / 2))} …`;
}

/** The last story of the previous page, from the link: time and id. */
export function archiveCursorIn({ query }: PageCall): { at: Date; id: string } | undefined {
  const [text = '', id = ''] = (query('before') ?? '').split('_');
  const at = new Date(text);
  const isPlain = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(at.getTime());
  return isPlain && timeOfId(id) ? { at, id } : undefined;
}

export function archiveCursorAfter(at: Date, id: string): string {
  return `${at.toISOString()}_${id}`;
}

/** False for a prefetch, which no reader has seen yet. */
export function isSeen({ request }: PageCall): boolean {
  return !String(request.headers['sec-purpose'] ?? request.headers['purpose'] ?? '').includes('prefetch');
}

const SHOWN = 320;
const SHOWN_SMALL = 180;

/** The data that all cards of a page share. */
export interface StoryCards {
  readonly context: AppContext;
  readonly visits: ReadonlyMap<string, StoryVisit>;
  /** The reader's saved stories; undefined for visitors. */
  readonly saved?: ReadonlySet<string> | undefined;
  readonly hidden?: ReadonlySet<string> | undefined;
  /** All sections, on pages whose cards name their section. */
  readonly sections?: readonly Section[];
}

interface CardOptions {
  readonly kind: 'lead' | 'second' | 'tile';
  readonly heading?: 2 | 3;
  readonly picture?: boolean;
  readonly loads?: 'eager' | 'lazy';
  /** Below the story: the reasons for it, other sources. */
  readonly extra?: Html;
}

interface ListOptions {
  readonly visits?: ReadonlyMap<string, StoryVisit>;
  readonly saved?: ReadonlySet<string> | undefined;
  readonly hidden?: ReadonlySet<string> | undefined;
  readonly leads?: boolean;
}
