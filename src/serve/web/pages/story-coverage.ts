import { type Html, type HtmlValue, html } from '../../../app/markup/html.ts';
import type { StoryVisit } from '../../../feeds/readers/story-visits.ts';
import { timeOfId } from '../../../lib/ids.ts';
import type { Spread, SpreadShare, StoryArticle, StoryText } from '../../../stories/queries/index.ts';
import { nameOf, t } from '../texts/messages.ts';
import { moment } from '../times.ts';
import { archiveCursorAfter, langOf } from './story-parts.ts';

/** The articles of a story, grouped by text: its publisher, and the number of copies. */
export function coverage(
  storyId: string,
  texts: readonly StoryText[],
  { most, visit, folds, isBlocked }: CoverageOptions,
): Html {
  const page = texts.slice(0, most);
  const shown = page.flatMap(text => withoutBlocked(text, isBlocked));
  const last = page.at(-1);
  const isFolded = ({ article, copies }: StoryText) =>
    folds && visit !== undefined && ![article, ...copies].some(each => isNew(each, visit));
  const folded = shown.filter(isFolded);
  return html`${textList(
    shown.filter(text => !isFolded(text)),
    visit,
  )}
${folded.length > 0 && html`<details class="folds seen-before"><summary class="fold">${t('story.seenArticles', { count: folded.length })}</summary>${textList(folded, visit)}</details>`}
${shown.length < page.length && html`<p class="meta">${t('story.blocked', { count: page.length - shown.length })}</p>`}
${texts.length > most && last && html`<p><a href="/stories/${storyId}?before=${archiveCursorAfter(last.article.publishedAt, last.article.id)}#coverage">${t('story.earlier')}</a></p>`}`;
}

/** FEED-14: a text of a blocked source is shown under the next source that published it. */
function withoutBlocked(text: StoryText, isBlocked: (sourceId: string) => boolean): StoryText[] {
  const copies = text.copies.filter(({ sourceId }) => !isBlocked(sourceId));
  const gone = text.copies.length - copies.length;
  if (!isBlocked(text.article.sourceId)) return [{ ...text, copies, copyCount: text.copyCount - gone }];
  const [article, ...others] = copies;
  return article ? [{ article, copies: others, copyCount: text.copyCount - gone - 1 }] : [];
}

function textList(texts: readonly StoryText[], visit: StoryVisit | undefined): Html | false {
  if (texts.length === 0) return false;
  return html`<ol class="coverage">${texts.map(
    ({ article, copyCount, copies }) => html`<li>
<h3${langOf(article.language)} dir="auto"><a href="/articles/${article.id}">${article.title}</a></h3>
<p class="meta">${isNew(article, visit) && html`<strong class="fresh">${t('story.isNew')}</strong> · `}${byline(article)}</p>
${copyCount > 0 && html`<details class="folds"><summary class="fold">${t('story.copies', { count: copyCount })}</summary><ul class="plain-list">${copies.map(copy => html`<li><a href="/articles/${copy.id}" dir="auto">${copy.title}</a><p class="meta">${byline(copy)}</p></li>`)}${copyCount > copies.length && html`<li class="meta">${t('story.moreCopies', { count: copyCount - copies.length })}</li>`}</ul></details>`}</li>`,
  )}</ol>`;
}

function byline({ sourceName, publishedAt }: StoryArticle): Html {
  return html`${sourceName === '' ? t('story.removedSource') : sourceName} · ${moment(publishedAt)}`;
}

function isNew({ id }: StoryArticle, visit: StoryVisit | undefined): boolean {
  const storedAt = timeOfId(id);
  return visit !== undefined && storedAt !== null && storedAt > visit.seenAt;
}

/** STORY-4: the countries, languages and credibility of the sources. */
export function spreadList({ countries, languages, credibility }: Spread): Html {
  const rows = [
    shares(t('story.countries'), countries, name => nameIn('region', /^[A-Za-z]{2}$/, name.toUpperCase())),
    shares(t('story.languages'), languages, name => nameIn('language', /^[a-z]{2,3}$/, name)),
    shares(t('story.credibility'), credibility, name => BANDS[name] ?? name),
  ].filter(Boolean);
  if (rows.length === 0) return html`<p class="meta">${t('story.noSpread')}</p>`;
  return html`<dl class="spread">${rows}</dl>`;
}

/** A row with only unknown values is omitted. */
function shares(
  title: HtmlValue,
  list: readonly SpreadShare[],
  wordFor: (name: string) => HtmlValue,
): Html | false {
  if (list.every(({ name }) => name === null)) return false;
  const most = Math.max(1, ...list.map(({ sources }) => sources));
  return html`<dt>${title}</dt><dd><ul>${list.map(({ name, sources }) => html`<li><meter min="0" max="${most}" value="${sources}" aria-hidden="true"></meter> ${name === null ? t('story.unknown') : wordFor(name)} <span class="quiet">${sources}</span></li>`)}</ul></dd>
`;
}

function nameIn(type: 'region' | 'language', form: RegExp, code: string): HtmlValue {
  return form.test(code) ? nameOf(type, code) : code;
}

interface CoverageOptions {
  readonly most: number;
  readonly visit: StoryVisit | undefined;
  /** STORY-7: whether articles that the reader has seen are collapsed. */
  readonly folds: boolean;
  /** Whether the reader blocked the source. */
  readonly isBlocked: (sourceId: string) => boolean;
}

const BANDS: Readonly<Record<string, HtmlValue>> = {
  high: t('story.high'),
  medium: t('story.medium'),
  low: t('story.low'),
};
