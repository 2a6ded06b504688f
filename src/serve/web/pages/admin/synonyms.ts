import { actingPerson } from '../../../../app/admin/audited.ts';
import { createSynonyms, dropSynonyms, editSynonyms, SYNONYMS_ID } from '../../../../app/admin/synonyms.ts';
import { type Html, html } from '../../../../app/markup/html.ts';
import { invalidInput } from '../../../../errors.ts';
import type { Principal } from '../../../../model/principal.ts';
import { reason } from '../../../../reasons.ts';
import { listSynonyms, MAX_SYNONYMS, type SynonymSet } from '../../../../search/synonyms/store.ts';
import type { Page } from '../../page.ts';
import type { PageCall, PageRoute } from '../../page-route.ts';
import { t } from '../../texts/messages.ts';
import { textField } from '../parts.ts';
import { adminAction, adminFrame, adminPage, type DoneWord, doneBy, type Outcome } from './frame.ts';
import { actionButton, dataTable, refusalIn, section, textArea } from './parts.ts';

/** SRCH-3: synonyms of searches. */
export const SYNONYM_PAGES: readonly PageRoute[] = [
  adminPage({
    method: 'GET',
    path: '/admin/synonyms',
    handler: async call => ({ page: await show(call, { done: doneBy(call, DONE) }) }),
  }),
  adminAction('/admin/synonyms', show, 'new', async call => {
    const { context, principal, client, field } = call;
    const id = field('id').trim();
    if (!SYNONYMS_ID.test(id)) throw invalidInput('/id', reason('slug-required'));
    const set = { id, words: wordsIn(call), isActive: true, note: field('note').trim().slice(0, 500) };
    await createSynonyms(context, actingPerson(principal, client), set);
    return { redirect: '/admin/synonyms?done=added#sets' };
  }),
  adminAction('/admin/synonyms/{id}/words', show, 'sets', async call => {
    const { context, principal, client, param } = call;
    await editSynonyms(context, actingPerson(principal, client), param('id'), { words: wordsIn(call) });
    return { redirect: '/admin/synonyms?done=changed#sets' };
  }),
  adminAction('/admin/synonyms/{id}/use', show, 'sets', async call => {
    const { context, principal, client, param, field } = call;
    const isActive = field('active') === 'yes';
    await editSynonyms(context, actingPerson(principal, client), param('id'), { isActive });
    return { redirect: '/admin/synonyms?done=changed#sets' };
  }),
  adminAction('/admin/synonyms/{id}/remove', show, 'sets', async call => {
    const { context, principal, client, param } = call;
    await dropSynonyms(context, actingPerson(principal, client), param('id'));
    return { redirect: '/admin/synonyms?done=removed#sets' };
  }),
];

async function show(call: PageCall<Principal>, outcome: Outcome): Promise<Page> {
  const sets = await listSynonyms(call.context.database);
  return adminFrame({
    title: t('admin.synonyms'),
    at: '/admin/synonyms',
    lede: html`<p class="lede">${t('synonyms.lede', { explain: html`<a href="/api/docs"><code>explain=true</code></a>` })}</p>`,
    body: html`${section(outcome, 'sets', t('synonyms.sets'), sets.length === 0 ? html`<p>${t('synonyms.none')}</p>` : table(sets))}
${section(outcome, 'new', t('synonyms.add'), newForm(call, outcome))}`,
  });
}

function table(sets: readonly SynonymSet[]): Html {
  return dataTable({
    caption: t('synonyms.caption'),
    columns: [
      t('synonyms.id'),
      t('synonyms.words'),
      t('synonyms.note'),
      t('synonyms.active'),
      t('synonyms.actions'),
    ],
    rows: sets.map(({ id, words, note, isActive }) => [
      html`<code>${id}</code>`,
      html`<form method="post" action="/admin/synonyms/${id}/words#sets" class="buttons"><input class="short long" name="words" value="${words.join(', ')}" aria-label="${t('synonyms.wordsOf', { id })}" autocomplete="off" required><button class="plain small beside">${t('synonyms.save')}<span class="visually-hidden"> ${id}</span></button></form>`,
      note,
      actionButton({
        action: `/admin/synonyms/${id}/use#sets`,
        text: t(isActive ? 'synonyms.deactivate' : 'synonyms.activate'),
        of: id,
        fields: { active: isActive ? 'no' : 'yes' },
      }),
      actionButton({ action: `/admin/synonyms/${id}/remove#sets`, text: t('synonyms.remove'), of: id }),
    ]),
  });
}

function newForm({ field }: PageCall<Principal>, outcome: Outcome): Html {
  const refusal = refusalIn(outcome, 'new');
  const fieldValue = (name: string) => (refusal ? field(name) : '');
  return html`<form method="post" action="/admin/synonyms#new">
${textField({ name: 'id', label: t('synonyms.id'), value: fieldValue('id'), autocomplete: 'off', hint: t('synonyms.idHint'), refusal })}
${textArea({ name: 'words', label: t('synonyms.words'), value: fieldValue('words'), hint: t('synonyms.wordsHint'), refusal })}
${textField({ name: 'note', label: t('synonyms.note'), value: fieldValue('note'), autocomplete: 'off', required: false })}
<button>${t('synonyms.addButton')}</button></form>`;
}

function wordsIn({ field }: PageCall<Principal>): string[] {
  const words = field('words')
    .split(/[\r\n,]+/)
    .map(word => word.trim())
    .filter(word => word !== '');
  if (words.length < 2 || words.length > MAX_SYNONYMS || words.some(({ length }) => length > 80))
    throw invalidInput('/words', reason('synonym-list', { max: MAX_SYNONYMS }));
  return words;
}

const DONE = new Map<string, DoneWord>([
  ['added', ['sets', () => t('synonyms.done.added')]],
  ['changed', ['sets', () => t('synonyms.done.changed')]],
  ['removed', ['sets', () => t('synonyms.done.removed')]],
]);
