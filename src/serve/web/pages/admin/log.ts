import type { Principal } from '../../../../model/principal.ts';
import type { DeadLetter, GroupState, StreamState } from '../../../../platform/log/port.ts';
import { lagOf } from '../../../api/log-schemas.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../layout.ts';
import type { PageCall } from '../../page-route.ts';
import { moment } from '../../times.ts';
import { textField } from '../parts.ts';
import { deadLetterList, LETTERS_SHOWN } from './dead-letters.ts';
import { adminFrame, adminPage, type DoneWord, type DoneWords, doneBy, type Outcome } from './frame.ts';
import { dataTable, number, refusalIn, section, selectField } from './parts.ts';

export const logPage = adminPage({
  method: 'GET',
  path: '/admin/log',
  handler: async call => ({ page: await showLog(call, { done: doneBy(call, DONE) }) }),
});

export async function showLog(call: PageCall<Principal>, outcome: Outcome): Promise<Page> {
  const { log } = call.context;
  const [streams, groups, letters] = await Promise.all([log.streams(), log.groups(), readLetters(call)]);
  return adminFrame({
    title: 'Log',
    at: '/admin/log',
    lede: html`<p class="lede">Facts in order, for many readers: each group handles every event once.</p>`,
    body: html`${section(outcome, 'streams', 'Streams', streams.length > 0 ? streamTable(streams) : NO_STREAMS)}
${section(outcome, 'groups', 'Groups', groups.length > 0 ? groupTable(groups) : NO_GROUPS)}
${section(outcome, 'dead', 'Dead letters', deadLetterList(letters))}
${section(outcome, 'replay', 'Replay', replayForm(call, outcome, groups))}`,
  });
}

/** A page of them; the address names the last one of the page before. */
async function readLetters({ context: { log }, query }: PageCall<Principal>): Promise<DeadLetter[]> {
  const before = await log.deadLetter(query('before') ?? '');
  return log.deadLetters({ ...(before ? { before } : {}), most: LETTERS_SHOWN + 1 });
}

const NO_STREAMS = html`<p>There are no streams yet. One is made when the part of the program that writes to it first starts.</p>`;
const NO_GROUPS = html`<p>Nobody has read the log yet. A group is here once the part of the program that is behind it has started.</p>`;

function streamTable(streams: readonly StreamState[]): Html {
  return dataTable({
    caption: 'Streams of the log',
    columns: [
      'Stream',
      { name: 'Partitions', kind: 'number' },
      { name: 'Events', kind: 'number' },
      { name: 'Days kept', kind: 'number' },
      'Oldest event',
    ],
    rows: streams.map(stream => [
      stream.name,
      number(stream.partitions),
      number(stream.events),
      number(stream.retentionDays),
      stream.oldestAt ? moment(stream.oldestAt) : '–',
    ]),
  });
}

function groupTable(groups: readonly GroupState[]): Html {
  return dataTable({
    caption: 'How far each group has come in each partition',
    columns: [
      'Group',
      'Stream',
      { name: 'Partition', kind: 'number' },
      { name: 'Handled', kind: 'number' },
      { name: 'End', kind: 'number' },
      { name: 'Lag', kind: 'number' },
      { name: 'Failures', kind: 'number' },
      'Owner',
    ],
    rows: groups.map(state => [
      state.group,
      state.stream,
      number(state.partition),
      number(state.position),
      number(state.end),
      number(lagOf(state)),
      number(state.failures),
      state.owner ?? 'Nobody',
    ]),
  });
}

function replayForm({ field }: PageCall<Principal>, outcome: Outcome, groups: readonly GroupState[]): Html {
  const names = [...new Set(groups.map(({ group }) => group))].sort();
  if (names.length === 0) return html`<p>When there are groups, one can be set back here.</p>`;
  const refusal = refusalIn(outcome, 'replay');
  return html`<p>Sets a group back (or forward) to a time: it handles every event from there on again, and what it builds is built anew.</p>
<form method="post" action="/admin/log/replay#replay">
${selectField({ name: 'group', label: 'Group', value: refusal ? field('group') : '', options: names.map(name => [name, name] as const) })}
${textField({ name: 'from', label: 'From (UTC)', type: 'datetime-local', value: refusal ? field('from') : '', autocomplete: 'off', refusal })}
<button class="plain">Replay</button></form>`;
}

const DONE: DoneWords = new Map<string, DoneWord>([
  ['replayed', ['replay', () => 'The group was set. It goes on from there.']],
  ['handled', ['dead', () => 'The event was handled.']],
]);
