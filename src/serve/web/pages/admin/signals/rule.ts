import { requireSignalRule, type TriedRules } from '../../../../../app/admin/signal-rules.ts';
import { html } from '../../../../../app/markup/html.ts';
import { Problem } from '../../../../../errors.ts';
import type { Principal } from '../../../../../model/principal.ts';
import { reason } from '../../../../../reasons.ts';
import { findRule } from '../../../../../signals/validation/rule-store.ts';
import type { Page } from '../../../page.ts';
import type { PageCall } from '../../../page-route.ts';
import { t } from '../../../texts/messages.ts';
import { moment } from '../../../times.ts';
import { adminFrame, adminPage, type DoneWord, type DoneWords, doneBy, type Outcome } from '../frame.ts';
import { checkbox, refusalIn, section } from '../parts.ts';
import { ruleForm } from './form.ts';
import { KINDS } from './kinds.ts';

export const newRulePage = adminPage({
  method: 'GET',
  path: '/admin/signals/new',
  handler: async call => ({ page: await showNewRule(call, {}) }),
});

export const rulePage = adminPage({
  method: 'GET',
  path: '/admin/signals/{id}',
  handler: async call => ({ page: await showRule(call, { done: doneBy(call, DONE) }) }),
});

/** The page of a rule, or of a new one, with the result of a test. */
export async function showTried(
  call: PageCall<Principal>,
  outcome: Outcome,
  tried?: TriedRules,
): Promise<Page> {
  const isKnown = (await findRule(call.context.database, call.field('id'))) !== null;
  return isKnown ? showRule(call, outcome, tried) : showNewRule(call, outcome, tried);
}

export async function showNewRule(
  call: PageCall<Principal>,
  outcome: Outcome,
  tried?: TriedRules,
): Promise<Page> {
  const kind = call.request.method === 'POST' ? call.field('kind') : (call.query('kind') ?? '');
  const words = KINDS.get(kind);
  if (!words) throw new Problem('not-found', reason('rule-kind-unknown'));
  const keep = { action: '/admin/signals#edit', text: t('signals.add') };
  const refusal = refusalIn(outcome, 'edit');
  return adminFrame({
    title: t('signals.new'),
    at: '/admin/signals',
    above: html`<p class="kicker"><a href="/admin/signals">${t('admin.signals')}</a></p>`,
    body: section(outcome, 'edit', words.name, ruleForm({ call, rule: null, kind, refusal, tried, keep })),
  });
}

export async function showRule(
  call: PageCall<Principal>,
  outcome: Outcome,
  tried?: TriedRules,
): Promise<Page> {
  const rule = await requireSignalRule(call.context, call.param('id') || call.field('id'));
  const keep = { action: `/admin/signals/${rule.id}/edit#edit`, text: t('signals.save') };
  const refusal = refusalIn(outcome, 'edit');
  const form = ruleForm({ call, rule, kind: rule.kind, refusal, tried, keep });
  return adminFrame({
    title: rule.id,
    at: '/admin/signals',
    above: html`<p class="kicker"><a href="/admin/signals">${t('admin.signals')}</a></p>`,
    lede: html`<p class="meta">${!rule.isActive && html`<span class="badge bad">${t('signals.inactive')}</span> `}${t('signals.changed', { at: moment(rule.updatedAt) })}</p>`,
    body: html`${section(outcome, 'edit', KINDS.get(rule.kind)?.name ?? rule.kind, form)}
${section(
  outcome,
  'remove',
  t('signals.remove'),
  html`<p>${t('signals.removeText')}</p><form method="post" action="/admin/signals/${rule.id}/remove#remove">
${checkbox({ name: 'confirm', label: t('signals.removeYes', { name: rule.id }), required: true })}
<button class="plain danger">${t('signals.removeButton')}</button></form>`,
)}`,
  });
}

const DONE: DoneWords = new Map<string, DoneWord>([
  ['added', ['edit', () => t('signals.done.added')]],
  ['edited', ['edit', () => t('signals.done.edited')]],
]);
