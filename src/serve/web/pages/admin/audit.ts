import {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditEntry,
  findUser,
  listAudit,
} from '../../../../accounts/index.ts';
import { makeCursor, readCursor } from '../../../../app/cursor.ts';
import { type Html, type HtmlValue, html } from '../../../../app/markup/html.ts';
import { isUuid } from '../../../../lib/ids.ts';
import type { Principal } from '../../../../model/principal.ts';
import type { PageCall } from '../../page-route.ts';
import { auditAction, t } from '../../texts/messages.ts';
import { shortMoment } from '../../times.ts';
import { emptyState } from '../parts.ts';
import { adminFrame, adminPage } from './frame.ts';
import { dataTable, selectField } from './parts.ts';

/** AUTH-5, WEB-3: who did what, newest first. */
export const auditPage = adminPage({
  method: 'GET',
  path: '/admin/audit',
  handler: async call => {
    const { context, principal, query } = call;
    const action = ACTIONS.find(each => each === query('action'));
    const actorId = isUuid(query('actor') ?? '') ? query('actor') : undefined;
    const list = `audit ${actorId ?? ''} ${action ?? ''}`;
    const after = readCursor(context.keys, list, principal.userId, query('cursor'));
    const before = after ? { at: new Date(after['at'] ?? ''), id: after['id'] ?? '' } : undefined;
    const entries = await listAudit(context, { before, limit: SHOWN + 1, actorId, action });
    const shown = entries.slice(0, SHOWN);
    const last = shown.at(-1);
    const cursor =
      entries.length > SHOWN && last
        ? makeCursor(context.keys, list, principal.userId, { at: last.at.toISOString(), id: last.id })
        : null;
    const more = new URLSearchParams({ action: action ?? '', actor: actorId ?? '', cursor: cursor ?? '' });
    return {
      page: adminFrame({
        title: t('audit.title'),
        at: '/admin/audit',
        lede: html`<p class="lede">${t('audit.lede')}</p>`,
        body: html`${filterForm(action)}
${shown.length > 0 ? await table(call, shown) : emptyState(t('audit.noneTitle'), t('audit.none'), [['/admin/audit', t('audit.all')]])}
${cursor !== null && html`<div class="more"><a class="button plain" href="/admin/audit?${more.toString()}" rel="next">${t('audit.older')}</a></div>`}`,
      }),
    };
  },
});

function filterForm(action: AuditAction | undefined): Html {
  return html`<form class="inline filter" method="get" action="/admin/audit">${selectField({
    name: 'action',
    label: t('audit.action'),
    value: action ?? '',
    options: [['', t('audit.all')], ...ACTIONS.map(each => [each, each] as const)],
  })}<button class="plain">${t('audit.show')}</button></form>`;
}

async function table(call: PageCall<Principal>, entries: readonly AuditEntry[]): Promise<Html> {
  const names = await namesOf(call, entries);
  return dataTable({
    caption: t('audit.title'),
    columns: [t('audit.when'), t('audit.what'), t('audit.who'), t('audit.subject'), t('audit.detail')],
    rows: entries.map(entry => [
      html`<span class="nowrap">${shortMoment(entry.at)}</span>`,
      html`${auditAction(entry.action)}<p class="meta"><code>${entry.action}</code></p>`,
      html`${actorOf(entry, names)}${entry.network !== null && html`<p class="meta nowrap">${entry.network}</p>`}`,
      entry.subjectKind === null
        ? '–'
        : html`${entry.subjectKind}<p class="meta">${nameFor(entry.subjectId, names)}</p>`,
      detailOf(entry.detail),
    ]),
  });
}

/** Entries hold no names, because they outlive accounts. Existing accounts are shown by name. */
async function namesOf(
  { context }: PageCall<Principal>,
  entries: readonly AuditEntry[],
): Promise<ReadonlyMap<string, string>> {
  const ids = entries.flatMap(({ actorId, subjectKind, subjectId }) => [
    ...(actorId === null ? [] : [actorId]),
    ...(subjectKind === 'user' && subjectId !== null ? [subjectId] : []),
  ]);
  const users = await Promise.all([...new Set(ids)].map(id => findUser(context.database, id)));
  return new Map(users.flatMap(user => (user ? [[user.id, user.displayName] as const] : [])));
}

function actorOf({ actorKind, actorId }: AuditEntry, names: ReadonlyMap<string, string>): HtmlValue {
  if (actorId !== null)
    return html`<a href="/admin/audit?actor=${actorId}">${names.get(actorId) ?? actorId.slice(0, 8)}</a>`;
  return ACTORS.get(actorKind) ?? actorKind;
}

function nameFor(id: string | null, names: ReadonlyMap<string, string>): HtmlValue {
  return id === null ? '' : (names.get(id) ?? id);
}

function detailOf(detail: unknown): HtmlValue {
  const entries = typeof detail === 'object' && detail !== null ? Object.entries(detail) : [];
  return entries.length === 0
    ? '–'
    : entries.map(([name, value]) => html`<p class="meta">${name}: ${String(value)}</p>`);
}

const SHOWN = 50;
const ACTIONS = Object.keys(AUDIT_ACTIONS) as AuditAction[];
const ACTORS: ReadonlyMap<string, HtmlValue> = new Map([
  ['visitor', t('audit.visitor')],
  ['console', t('audit.console')],
  ['system', t('audit.system')],
]);
