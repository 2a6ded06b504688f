import { type Html, type HtmlValue, html } from '../../../../../app/markup/html.ts';
import type { ReaderStance } from '../../../../../feeds/readers/preferences.ts';
import { failingSince } from '../../../../../ingest/sources/problem-notices.ts';
import { listSources } from '../../../../../ingest/sources/registry.ts';
import type { Principal } from '../../../../../model/principal.ts';
import type { PageCall } from '../../../page-route.ts';
import { t, topicName } from '../../../texts/messages.ts';
import { date } from '../../../times.ts';
import { actionButton, dataTable } from '../../admin/parts.ts';
import { type Outcome, refusalIn } from '../../outcome.ts';
import { textField } from '../../parts.ts';

/** Followed, preferred and blocked subjects, and a form to find a source by name. */
export async function stancePart(
  call: PageCall<Principal>,
  stances: readonly ReaderStance[],
  outcome: Outcome,
): Promise<Html> {
  const sourceIds = stances.filter(({ subject }) => subject === 'source').map(({ id }) => id);
  const failing = await failingSince(call.context.database, sourceIds);
  return html`<p>${t('feeds.stancesText')}</p>
${stances.length > 0 ? stanceTable(stances, failing) : html`<p class="meta">${t('feeds.noStances')}</p>`}
<form class="inline" method="get" action="/account/feeds#sources">${textField({ name: 'find', label: t('feeds.find'), value: call.query('find') ?? '', autocomplete: 'off', refusal: refusalIn(outcome, 'sources') })}<button class="plain">${t('feeds.findGo')}</button></form>
${await found(call)}`;
}

/** SRC-8: readers see which of their sources cannot be read at present. */
function stanceTable(stances: readonly ReaderStance[], failing: ReadonlyMap<string, Date>): Html {
  return dataTable({
    caption: t('feeds.stances'),
    columns: [t('feeds.name'), t('feeds.stance'), t('feeds.since'), t('feeds.change')],
    rows: stances.map(({ subject, id, name, stance, since }) => [
      html`<a href="${pathOf(subject, id)}" dir="auto">${subject === 'topic' ? topicName(name) : name}</a>${failing.has(id) && html` <span class="badge bad">${t('source.isFailing')}</span>`}`,
      STANCES.get(stance) ?? stance,
      date(since),
      actionButton({
        action: '/account/feeds/stance#sources',
        text: t('feeds.remove'),
        of: name,
        fields: { on: subject, id, stance: '' },
      }),
    ]),
  });
}

function pathOf(subject: string, id: string): string {
  if (subject === 'entity') return `/entities/${encodeURIComponent(id)}`;
  return `/${subject === 'topic' ? 'topics' : 'sources'}/${id}`;
}

async function found({ context, query }: PageCall<Principal>): Promise<Html | false> {
  const search = (query('find') ?? '').trim().slice(0, 100);
  if (search === '') return false;
  const sources = await listSources(context.database, { search, limit: FOUND });
  if (sources.length === 0) return html`<p role="status">${t('feeds.foundNone')}</p>`;
  return html`<ul class="items">${sources.map(
    ({ id, name }) =>
      html`<li class="item"><a href="/sources/${id}" dir="auto">${name}</a><div class="buttons">${STANCES_OFFERED.map(
        stance =>
          actionButton({
            action: '/account/feeds/stance#sources',
            text: t(`stance.${stance}`),
            of: name,
            fields: { on: 'source', id, stance },
          }),
      )}</div></li>`,
  )}</ul>`;
}

const FOUND = 12;
export const STANCES_OFFERED = ['follow', 'prefer', 'block'] as const;
const STANCES: ReadonlyMap<string, HtmlValue> = new Map(
  STANCES_OFFERED.map(each => [each, t(`feeds.stance.${each}`)]),
);
