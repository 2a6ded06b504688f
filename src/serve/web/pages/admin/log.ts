import { type Html, html } from '../../../../app/markup/html.ts';
import type { Principal } from '../../../../model/principal.ts';
import type { DeadLetter, GroupState, StreamState } from '../../../../platform/log/port.ts';
import { lagOf } from '../../../api/log-schemas.ts';
import type { Page } from '../../layout.ts';
import type { PageCall } from '../../page-route.ts';
import { moment } from '../../times.ts';
import { figure, say } from '../../words/say.ts';
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
    title: say('admin.log'),
    at: '/admin/log',
    lede: html`<p class="lede">${say('log.lede')}</p>`,
    body: html`${section(outcome, 'streams', say('log.streams'), streams.length > 0 ? streamTable(streams) : NO_STREAMS)}
${section(outcome, 'groups', say('log.groups'), groups.length > 0 ? groupTable(groups) : NO_GROUPS)}
${section(outcome, 'dead', say('queues.dead'), deadLetterList(letters))}
${section(outcome, 'replay', say('log.replay'), replayForm(call, outcome, groups))}`,
  });
}

/** A page of them; the address names the last one of the page before. */
async function readLetters({ context: { log }, query }: PageCall<Principal>): Promise<DeadLetter[]> {
  const before = await log.deadLetter(query('before') ?? '');
  return log.deadLetters({ ...(before ? { before } : {}), most: LETTERS_SHOWN + 1 });
}

const NO_STREAMS = html`<p>${say('log.noStreams')}</p>`;
const NO_GROUPS = html`<p>${say('log.noGroups')}</p>`;

function streamTable(streams: readonly StreamState[]): Html {
  return dataTable({
    caption: say('log.streamsCaption'),
    columns: [
      say('log.stream'),
      { name: say('log.partitions'), kind: 'number' },
      { name: say('log.events'), kind: 'number' },
      { name: say('log.days'), kind: 'number' },
      say('log.oldest'),
    ],
    rows: streams.map(stream => [
      stream.name,
      figure(stream.partitions),
      figure(stream.events),
      figure(stream.retentionDays),
      stream.oldestAt ? moment(stream.oldestAt) : '–',
    ]),
  });
}

function groupTable(groups: readonly GroupState[]): Html {
  return dataTable({
    caption: say('log.groupsCaption'),
    columns: [
      say('log.group'),
      say('log.stream'),
      { name: say('log.partition'), kind: 'number' },
      { name: say('log.handled'), kind: 'number' },
      { name: say('log.end'), kind: 'number' },
      { name: say('log.lag'), kind: 'number' },
      { name: say('log.failures'), kind: 'number' },
      say('log.owner'),
    ],
    rows: groups.map(state => [
      state.group,
      state.stream,
      figure(state.partition),
      figure(state.position),
      figure(state.end),
      figure(lagOf(state)),
      figure(state.failures),
      state.owner ?? say('log.nobody'),
    ]),
  });
}

function replayForm({ field }: PageCall<Principal>, outcome: Outcome, groups: readonly GroupState[]): Html {
  const names = [...new Set(groups.map(({ group }) => group))].sort();
  if (names.length === 0) return html`<p>${say('log.noReplay')}</p>`;
  const refusal = refusalIn(outcome, 'replay');
  return html`<p>${say('log.replayText')}</p>
<form method="post" action="/admin/log/replay#replay">
${selectField({ name: 'group', label: say('log.group'), value: refusal ? field('group') : '', options: names.map(name => [name, name] as const) })}
${textField({ name: 'from', label: say('log.from'), type: 'datetime-local', value: refusal ? field('from') : '', autocomplete: 'off', refusal })}
<button class="plain">${say('log.replay')}</button></form>`;
}

const DONE: DoneWords = new Map<string, DoneWord>([
  ['replayed', ['replay', () => say('log.done.replayed')]],
  ['handled', ['dead', () => say('log.done.handled')]],
]);
