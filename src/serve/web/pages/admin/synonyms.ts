import type { Principal } from '../../../../model/principal.ts';
import { listSynonyms, MOST_SYNONYMS, type SynonymSet } from '../../../../search/synonyms/stored.ts';
import { byPerson } from '../../../admin/record.ts';
import { createSynonyms, dropSynonyms, editSynonyms, SYNONYMS_ID } from '../../../admin/synonyms.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../layout.ts';
import type { PageCall, PageRoute } from '../../page-route.ts';
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
    if (!SYNONYMS_ID.test(id)) throw invalid('/id', 'must be small letters, numbers and hyphens');
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
    title: 'Synonyms',
    at: '/admin/synonyms',
    lede: html`<p class="lede">Whoever searches for one word of a set finds the others too. Searches know a change within a minute; <a href="/api/docs">explain=true</a> shows where a set was used.</p>`,
    body: html`${section(outcome, 'sets', 'Sets', sets.length === 0 ? html`<p>There are none.</p>` : table(sets))}
${section(outcome, 'new', 'Add a set', newForm(call, outcome))}`,
  });
}

function table(sets: readonly SynonymSet[]): Html {
  return dataTable({
    caption: 'Sets of synonyms',
    columns: ['Id', 'Words', 'Note', 'In use', ''],
    rows: sets.map(({ id, words, note, isActive }) => [
      html`<code>${id}</code>`,
      html`<form method="post" action="/admin/synonyms/${id}/words#sets"><input name="words" value="${words.join(', ')}" aria-label="Words of ${id}" autocomplete="off" required><button class="plain small">Save<span class="visually-hidden"> ${id}</span></button></form>`,
      note,
      actionButton({
        action: `/admin/synonyms/${id}/use#sets`,
        text: isActive ? 'Take out of use' : 'Use',
        of: id,
        fields: { active: isActive ? 'no' : 'yes' },
      }),
      actionButton({ action: `/admin/synonyms/${id}/remove#sets`, text: 'Remove', of: id }),
    ]),
  });
}

function newForm({ field }: PageCall<Principal>, outcome: Outcome): Html {
  const refusal = refusalIn(outcome, 'new');
  const kept = (name: string) => (refusal ? field(name) : '');
  return html`<form method="post" action="/admin/synonyms#new">
${textField({ name: 'id', label: 'Id', value: kept('id'), autocomplete: 'off', hint: 'Small letters, numbers and hyphens. It stays.', refusal })}
${textArea({ name: 'words', label: 'Words', value: kept('words'), hint: 'Words and phrases, separated by commas or one in a line.', refusal })}
${textField({ name: 'note', label: 'Note', value: kept('note'), autocomplete: 'off', required: false })}
<button>Add set</button></form>`;
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
  ['added', ['sets', () => 'The set was added.']],
  ['changed', ['sets', () => 'The set was changed.']],
  ['removed', ['sets', () => 'The set was removed.']],
]);
