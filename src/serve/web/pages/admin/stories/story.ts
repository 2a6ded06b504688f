import { Problem } from '../../../../../errors.ts';
import { isUuid } from '../../../../../lib/ids.ts';
import type { Principal } from '../../../../../model/principal.ts';
import { listTexts, type Story, type StoryText, storiesByIds } from '../../../../../stories/read/index.ts';
import { requireStory } from '../../../../admin/stories.ts';
import { type Html, html } from '../../../html.ts';
import type { Page } from '../../../layout.ts';
import type { PageCall } from '../../../page-route.ts';
import { moment } from '../../../times.ts';
import { textField } from '../../parts.ts';
import { counts, langOf } from '../../story-parts.ts';
import { adminFrame, adminPage, type DoneWord, type DoneWords, doneBy, type Outcome } from '../frame.ts';
import { actionButton, refusalIn, section } from '../parts.ts';
import { storyBadges } from './parts.ts';

/** STORY-6: one story in the hands of an editor. */
export const storyPage = adminPage({
  method: 'GET',
  path: '/admin/stories/{id}',
  handler: async call => ({ page: await showStory(call, { done: doneBy(call, DONE) }) }),
});

export async function showStory(call: PageCall<Principal>, outcome: Outcome): Promise<Page> {
  const { database } = call.context;
  const story = await requireStory(call.context, idOfStory(call));
  const [texts, related] = await Promise.all([
    listTexts(database, story.id, { most: MOST_TEXTS }),
    storiesByIds(database, story.related),
  ]);
  const others = related.filter(({ id }) => id !== story.id);
  return adminFrame({
    title: story.headline,
    at: '/admin/stories',
    above: html`<p class="kicker"><a href="/admin/stories">Stories</a></p>`,
    lede: html`<p class="meta">${storyBadges(story)} ${counts(story)} · ${moment(story.updatedAt)} · <a href="/stories/${story.id}">As readers see it</a></p>`,
    body: html`${section(outcome, 'show', 'How it is shown', shown(call, story, outcome))}
${section(outcome, 'merge', 'Join with another story', mergeForm(call, story, others, outcome))}
${section(outcome, 'articles', 'Articles', articlesForm(call, story, texts, outcome))}`,
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
  const to = (deed: string, text: string) =>
    actionButton({ action: `/admin/stories/${id}/${deed}#show`, text, of: headline });
  return html`<form method="post" action="/admin/stories/${id}/headline#show">
${textField({
  name: 'headline',
  label: 'Headline',
  value: refusal ? field('headline') : (editorHeadline ?? ''),
  autocomplete: 'off',
  hint: `Left empty, it is the one that was chosen: ${chosenHeadline}`,
  required: false,
  refusal,
})}
<button class="plain">Save headline</button></form>
<div class="buttons">${pinnedAt ? to('unpin', 'Take from the top') : to('pin', 'Pin to the top')}${isHidden ? to('unhide', 'Show to readers') : to('hide', 'Hide from readers')}</div>`;
}

function mergeForm(
  { field }: PageCall<Principal>,
  { id }: Story,
  related: readonly Story[],
  outcome: Outcome,
): Html {
  const refusal = refusalIn(outcome, 'merge');
  return html`<p>The older of the two stays; the address of the other leads there.</p>
<form method="post" action="/admin/stories/${id}/merge#merge">
${
  related.length > 0 &&
  html`<fieldset><legend>Stories nearby</legend>${related.map(other => html`<label class="check"><input type="radio" name="near" value="${other.id}"><span><span dir="auto"${langOf(other.language)}>${other.headline}</span> <span class="quiet">${counts(other)}</span></span></label>`)}</fieldset>`
}
${textField({ name: 'story', label: related.length > 0 ? 'Or another, by its address' : 'Address of the other story', value: refusal ? field('story') : '', autocomplete: 'off', required: false, refusal })}
<button class="plain">Join the stories</button></form>`;
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
<fieldset><legend class="visually-hidden">Articles</legend>${articles.map(
    article =>
      html`<label class="check"><input type="checkbox" name="article" value="${article.id}"${ticked.has(article.id) && html` checked`}><span><span dir="auto"${langOf(article.language)}>${article.title}</span> <span class="quiet">${article.sourceName} · ${moment(article.publishedAt)}</span></span></label>`,
  )}</fieldset>
${texts.length === MOST_TEXTS && html`<p class="meta">Older ones are not shown.</p>`}
${articles.length > 1 && html`<button class="plain">Make them a story of their own</button>`}
${textField({ name: 'to', label: 'Or move them to the story at this address', value: refusal ? field('to') : '', autocomplete: 'off', required: false, refusal })}
<button class="plain" formaction="/admin/stories/${id}/move#articles">Move them there</button></form>`;
}

const MOST_TEXTS = 200;
const WAITING = 'The newsroom was told and has not answered yet. Look again in a minute.';

const DONE: DoneWords = new Map<string, DoneWord>([
  ['headline', ['show', () => 'The headline was saved.']],
  ['pin', ['show', () => 'The story stands on top of the front page.']],
  ['unpin', ['show', () => 'The story stands where its time is.']],
  ['hide', ['show', () => 'Readers do not see the story any more.']],
  ['unhide', ['show', () => 'Readers see the story again.']],
  ['merge', ['merge', () => 'The stories are one.']],
  ['merge-waiting', ['merge', () => WAITING]],
  ['split', ['articles', () => 'These articles are a story of their own now.']],
  [
    'move',
    ['articles', count => (count === 1 ? 'The article is here now.' : `${count} articles are here now.`)],
  ],
  ['articles-waiting', ['articles', () => WAITING]],
]);
