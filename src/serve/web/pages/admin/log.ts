import { type Html, html } from '../../../../app/markup/html.ts';
import type { Principal } from '../../../../model/principal.ts';
import type { DeadLetter, GroupState, StreamState } from '../../../../platform/log/port.ts';
import { lagOf } from '../../../api/log-schemas.ts';
import type { Page } from '../../page.ts';
import type { PageCall } from '../../page-route.ts';
import { formatNumber, t } from '../../texts/messages.ts';
import { moment } from '../../times.ts';
import { textField } from '../parts.ts';
import { deadLetterList, LETTERS_SHOWN } from './dead-letters.ts';
import { adminFrame, adminPage, type DoneWord, type DoneWords, doneBy, type Outcome } from './frame.ts';
import { dataTable, refusalIn, section, selectField } from './parts.ts';

export const logPage = adminPage({
  method: 'GET',
  path: '/admin/log',
  handler: async call => ({ page: await showLog(call, { done: doneBy(call, DONE) }) }),
});

export async function showLog(call: PageCall<Principal>, outcome: Outcome): Promise<Page> {
  const { log } = call.context;
  const [streams, groups, letters] = await Promise.all([log.streams(), log.groups(), readLetters(call)]);
  return adminFrame({
    title: t('admin.log'),
    at: '/admin/log',
    lede: html`<p class="lede">${t('log.lede')}</p>`,
    body: html`${section(outcome, 'streams', t('log.streams'), streams.length > 0 ? streamTable(streams) : NO_STREAMS)}
${section(outcome, 'groups', t('log.groups'), groups.length > 0 ? groupTable(groups) : NO_GROUPS)}
${section(outcome, 'dead', t('queues.dead'), deadLetterList(letters))}
${section(outcome, 'replay', t('log.replay'), replayForm(call, outcome, groups))}`,
  });
}

/** One page of dead letters; the address contains the last one of the previous page. */
async function readLetters({ context: { log }, query }: PageCall<Principal>): Promise<DeadLetter[]> {
  const before = await log.deadLetter(query('before') ?? '');
  return log.deadLetters({ ...(before ? { before } : {}), limit: LETTERS_SHOWN + 1 });
}

const NO_STREAMS = html`<p>${t('log.noStreams')}</p>`;
const NO_GROUPS = html`<p>${t('log.noGroups')}</p>`;

function streamTable(streams: readonly StreamState[]): Html {
  return dataTable({
    caption: t('log.streamsCaption'),
    columns: [
      t('log.stream'),
      { name: t('log.partitions'), kind: 'number' },
      { name: t('log.events'), kind: 'number' },
      { name: t('log.days'), kind: 'number' },
      t('log.oldest'),
    ],
    rows: streams.map(stream => [
      stream.name,
      formatNumber(stream.partitions),
      formatNumber(stream.events),
      formatNumber(stream.retentionDays),
      stream.oldestAt ? moment(stream.oldestAt) : '–',
    ]),
  });
}

function groupTable(groups: readonly GroupState[]): Html {
  return dataTable({
    caption: t('log.groupsCaption'),
    columns: [
      t('log.group'),
      t('log.stream'),
      { name: t('log.partition'), kind: 'number' },
      { name: t('log.handled'), kind: 'number' },
      { name: t('log.end'), kind: 'number' },
      { name: t('log.lag'), kind: 'number' },
      { name: t('log.failures'), kind: 'number' },
      t('log.owner'),
    ],
    rows: groups.map(state => [
      state.group,
      state.stream,
      formatNumber(state.partition),
      formatNumber(state.position),
      formatNumber(state.end),
      formatNumber(lagOf(state)),
      formatNumber(state.failures),
      state.owner ?? t('log.noOwner'),
    ]),
  });
}

function replayForm({ field }: PageCall<Principal>, outcome: Outcome, groups: readonly GroupState[]): Html {
  const names = [...new Set(groups.map(({ group }) => group))].sort();
  if (names.length === 0) return html`<p>${t('log.noReplay')}</p>`;
  const refusal = refusalIn(outcome, 'replay');
  return html`<p>${t('log.replayText')}</p>
<form method="post" action="/admin/log/replay#replay">
${selectField({ name: 'group', label: t('log.group'), value: refusal ? field('group') : '', options: names.map(name => [name, name] as const) })}
${textField({ name: 'from', label: t('log.from'), type: 'datetime-local', value: refusal ? field('from') : '', autocomplete: 'off', refusal })}
<button class="plain">${t('log.replay')}</button></form>`;
}

const DONE: DoneWords = new Map<string, DoneWord>([
  ['replayed', ['replay', () => t('log.done.replayed')]],
  ['handled', ['dead', () => t('log.done.handled')]],
]);
