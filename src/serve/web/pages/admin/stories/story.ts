import { requireStory } from '../../../../../app/admin/stories.ts';
import { type Html, html } from '../../../../../app/markup/html.ts';
import { Problem } from '../../../../../errors.ts';
import { isUuid } from '../../../../../lib/ids.ts';
import type { Principal } from '../../../../../model/principal.ts';
import { listTexts, type Story, type StoryText, storiesByIds } from '../../../../../stories/queries/index.ts';
import type { Page } from '../../../page.ts';
import type { PageCall } from '../../../page-route.ts';
import type { MessageKey } from '../../../texts/catalogue.ts';
import { t } from '../../../texts/messages.ts';
import { moment } from '../../../times.ts';
import { textField } from '../../parts.ts';
import { counts, langOf } from '../../story-parts.ts';
import { adminFrame, adminPage, type DoneWord, type DoneWords, doneBy, type Outcome } from '../frame.ts';
import { actionButton, refusalIn, section } from '../parts.ts';
import { storyBadges } from './parts.ts';

/** STORY-6: the editing page of a story. */
export const storyPage = adminPage({
  method: 'GET',
  path: '/admin/stories/{id}',
  handler: async call => ({ page: await showStory(call, { done: doneBy(call, DONE) }) }),
});

export async function showStory(call: PageCall<Principal>, outcome: Outcome): Promise<Page> {
  const { database } = call.context;
  const story = await requireStory(call.context, idOfStory(call));
  const [texts, related] = await Promise.all([
    listTexts(database, story.id, { limit: MAX_TEXTS }),
    storiesByIds(database, story.related),
  ]);
  const others = related.filter(({ id }) => id !== story.id);
  return adminFrame({
    title: story.headline,
    at: '/admin/stories',
    above: html`<p class="kicker"><a href="/admin/stories">${t('admin.stories')}</a></p>`,
    lede: html`<p class="meta">${storyBadges(story)} ${counts(story)} · ${moment(story.updatedAt)} · <a href="/stories/${story.id}">${t('stories.viewAsReader')}</a></p>`,
    body: html`${section(outcome, 'show', t('stories.display'), shown(call, story, outcome))}
${section(outcome, 'merge', t('stories.merge'), mergeForm(call, story, others, outcome))}
${section(outcome, 'articles', t('stories.articles'), articlesForm(call, story, texts, outcome))}`,
  });
}

export function idOfStory({ param }: PageCall<Principal>): string {
  const id = param('id');
  if (!isUuid(id)) throw new Problem('story-not-found');
  return id;
}

function shown({ field }: PageCall<Principal>, story: Story, outcome: Outcome): Html {
  const refusal = refusalIn(outcome, 'show');
  const { id, headline, chosenHeadline, editorHeadline, pinnedAt, isHidden } = story;
  const to = (action: string, text: MessageKey) =>
    actionButton({ action: `/admin/stories/${id}/${action}#show`, text: t(text), of: headline });
  return html`<form method="post" action="/admin/stories/${id}/headline#show">
${textField({
  name: 'headline',
  label: t('stories.headline'),
  value: refusal ? field('headline') : (editorHeadline ?? ''),
  autocomplete: 'off',
  hint: t('stories.headlineHint', { headline: chosenHeadline }),
  required: false,
  refusal,
})}
<button class="plain">${t('stories.saveHeadline')}</button></form>
<div class="buttons">${pinnedAt ? to('unpin', 'stories.unpin') : to('pin', 'stories.pin')}${isHidden ? to('unhide', 'stories.unhide') : to('hide', 'stories.hide')}</div>`;
}

function mergeForm(
  { field }: PageCall<Principal>,
  { id }: Story,
  related: readonly Story[],
  outcome: Outcome,
): Html {
  const refusal = refusalIn(outcome, 'merge');
  return html`<p>${t('stories.mergeText')}</p>
<form method="post" action="/admin/stories/${id}/merge#merge">
${
  related.length > 0 &&
  html`<fieldset><legend>${t('stories.nearby')}</legend>${related.map(other => html`<label class="check"><input type="radio" name="near" value="${other.id}"><span><span dir="auto"${langOf(other.language)}>${other.headline}</span> <span class="quiet">${counts(other)}</span></span></label>`)}</fieldset>`
}
${textField({ name: 'story', label: t(related.length > 0 ? 'stories.orAddress' : 'stories.otherAddress'), value: refusal ? field('story') : '', autocomplete: 'off', required: false, refusal })}
<button class="plain">${t('stories.mergeButton')}</button></form>`;
}

function articlesForm(
  { field, fields }: PageCall<Principal>,
  { id }: Story,
  texts: readonly StoryText[],
  outcome: Outcome,
): Html {
  const refusal = refusalIn(outcome, 'articles');
  const ticked = new Set(refusal ? fields('article') : []);
  const articles = texts.flatMap(({ article, copies }) => [article, ...copies]);
  return html`<form method="post" action="/admin/stories/${id}/split#articles">
<fieldset><legend class="visually-hidden">${t('stories.articles')}</legend>${articles.map(
    article =>
      html`<label class="check"><input type="checkbox" name="article" value="${article.id}"${ticked.has(article.id) && html` checked`}><span><span dir="auto"${langOf(article.language)}>${article.title}</span> <span class="quiet">${article.sourceName} · ${moment(article.publishedAt)}</span></span></label>`,
  )}</fieldset>
${texts.length === MAX_TEXTS && html`<p class="meta">${t('stories.olderCut')}</p>`}
${articles.length > 1 && html`<button class="plain">${t('stories.split')}</button>`}
${textField({ name: 'to', label: t('stories.moveTo'), value: refusal ? field('to') : '', autocomplete: 'off', required: false, refusal })}
<button class="plain" formaction="/admin/stories/${id}/move#articles">${t('stories.move')}</button></form>`;
}

const MAX_TEXTS = 200;
const WAITING = t('stories.waiting');

const DONE: DoneWords = new Map<string, DoneWord>([
  ['headline', ['show', () => t('stories.done.headline')]],
  ['pin', ['show', () => t('stories.done.pin')]],
  ['unpin', ['show', () => t('stories.done.unpin')]],
  ['hide', ['show', () => t('stories.done.hide')]],
  ['unhide', ['show', () => t('stories.done.unhide')]],
  ['merge', ['merge', () => t('stories.done.merge')]],
  ['merge-waiting', ['merge', () => WAITING]],
  ['split', ['articles', () => t('stories.done.split')]],
  ['move', ['articles', count => t('stories.done.move', { count })]],
  ['articles-waiting', ['articles', () => WAITING]],
]);
