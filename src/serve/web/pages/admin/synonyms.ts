import { byPerson } from '../../../../app/admin/record.ts';
import { createSynonyms, dropSynonyms, editSynonyms, SYNONYMS_ID } from '../../../../app/admin/synonyms.ts';
import { type Html, html } from '../../../../app/markup/html.ts';
import type { Principal } from '../../../../model/principal.ts';
import { listSynonyms, MOST_SYNONYMS, type SynonymSet } from '../../../../search/synonyms/stored.ts';
import type { Page } from '../../layout.ts';
import type { PageCall, PageRoute } from '../../page-route.ts';
import { say } from '../../words/say.ts';
import { textField } from '../parts.ts';
import { invalid } from './fields.ts';
import { adminAction, adminFrame, adminPage, type DoneWord, doneBy, type Outcome } from './frame.ts';
import { actionButton, dataTable, refusalIn, section, textArea } from './parts.ts';

/** SRCH-3: words that mean the same in searches. */
export const SYNONYM_PAGES: readonly PageRoute[] = [
  adminPage({
    method: 'GET',
    path: '/admin/synonyms',
    handler: async call => ({ page: await show(call, { done: doneBy(call, DONE) }) }),
  }),
  adminAction('/admin/synonyms', show, 'new', async call => {
    const { context, principal, client, field } = call;
    const id = field('id').trim();
    if (!SYNONYMS_ID.test(id)) throw invalid('/id', 'must be made of small letters, numbers and hyphens');
    const set = { id, words: wordsIn(call), isActive: true, note: field('note').trim().slice(0, 500) };
    await createSynonyms(context, byPerson(principal, client), set);
    return { redirect: '/admin/synonyms?done=added#sets' };
  }),
  adminAction('/admin/synonyms/{id}/words', show, 'sets', async call => {
    const { context, principal, client, param } = call;
    await editSynonyms(context, byPerson(principal, client), param('id'), { words: wordsIn(call) });
    return { redirect: '/admin/synonyms?done=changed#sets' };
  }),
  adminAction('/admin/synonyms/{id}/use', show, 'sets', async call => {
    const { context, principal, client, param, field } = call;
    const isActive = field('active') === 'yes';
    await editSynonyms(context, byPerson(principal, client), param('id'), { isActive });
    return { redirect: '/admin/synonyms?done=changed#sets' };
  }),
  adminAction('/admin/synonyms/{id}/remove', show, 'sets', async call => {
    const { context, principal, client, param } = call;
    await dropSynonyms(context, byPerson(principal, client), param('id'));
    return { redirect: '/admin/synonyms?done=removed#sets' };
  }),
];

async function show(call: PageCall<Principal>, outcome: Outcome): Promise<Page> {
  const sets = await listSynonyms(call.context.database);
  return adminFrame({
    title: say('admin.synonyms'),
    at: '/admin/synonyms',
    lede: html`<p class="lede">${say('synonyms.lede', { explain: html`<a href="/api/docs"><code>explain=true</code></a>` })}</p>`,
    body: html`${section(outcome, 'sets', say('synonyms.sets'), sets.length === 0 ? html`<p>${say('synonyms.none')}</p>` : table(sets))}
${section(outcome, 'new', say('synonyms.add'), newForm(call, outcome))}`,
  });
}

function table(sets: readonly SynonymSet[]): Html {
  return dataTable({
    caption: say('synonyms.caption'),
    columns: [
      say('synonyms.id'),
      say('synonyms.words'),
      say('synonyms.note'),
      say('synonyms.inUse'),
      say('synonyms.actions'),
    ],
    rows: sets.map(({ id, words, note, isActive }) => [
      html`<code>${id}</code>`,
      html`<form method="post" action="/admin/synonyms/${id}/words#sets" class="buttons"><input class="short long" name="words" value="${words.join(', ')}" aria-label="${say('synonyms.wordsOf', { id })}" autocomplete="off" required><button class="plain small beside">${say('synonyms.save')}<span class="visually-hidden"> ${id}</span></button></form>`,
      note,
      actionButton({
        action: `/admin/synonyms/${id}/use#sets`,
        text: say(isActive ? 'synonyms.takeOut' : 'synonyms.use'),
        of: id,
        fields: { active: isActive ? 'no' : 'yes' },
      }),
      actionButton({ action: `/admin/synonyms/${id}/remove#sets`, text: say('synonyms.remove'), of: id }),
    ]),
  });
}

function newForm({ field }: PageCall<Principal>, outcome: Outcome): Html {
  const refusal = refusalIn(outcome, 'new');
  const kept = (name: string) => (refusal ? field(name) : '');
  return html`<form method="post" action="/admin/synonyms#new">
${textField({ name: 'id', label: say('synonyms.id'), value: kept('id'), autocomplete: 'off', hint: say('synonyms.idHint'), refusal })}
${textArea({ name: 'words', label: say('synonyms.words'), value: kept('words'), hint: say('synonyms.wordsHint'), refusal })}
${textField({ name: 'note', label: say('synonyms.note'), value: kept('note'), autocomplete: 'off', required: false })}
<button>${say('synonyms.addButton')}</button></form>`;
}

function wordsIn({ field }: PageCall<Principal>): string[] {
  const words = field('words')
    .split(/[\r\n,]+/)
    .map(word => word.trim())
    .filter(word => word !== '');
  if (words.length < 2 || words.length > MOST_SYNONYMS || words.some(({ length }) => length > 80))
    throw invalid('/words', `must be 2 to ${MOST_SYNONYMS} words or phrases of up to 80 characters`);
  return words;
}

const DONE = new Map<string, DoneWord>([
  ['added', ['sets', () => say('synonyms.done.added')]],
  ['changed', ['sets', () => say('synonyms.done.changed')]],
  ['removed', ['sets', () => say('synonyms.done.removed')]],
]);
