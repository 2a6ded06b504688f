import { type Html, html } from '../../../../../app/markup/html.ts';
import type { Principal } from '../../../../../model/principal.ts';
import type { StoredTopic, StoredTopicRule } from '../../../../../stories/queries/index.ts';
import type { PageCall } from '../../../page-route.ts';
import { t, topicName } from '../../../texts/messages.ts';
import { textField } from '../../parts.ts';
import type { Outcome } from '../frame.ts';
import { actionButton, dataTable, refusalIn, selectField } from '../parts.ts';

/** TOPIC-2: topic rules as a table and as a form. */
export function ruleTable(rules: readonly StoredTopicRule[], topics: readonly StoredTopic[]): Html {
  if (rules.length === 0) return html`<p>${t('topics.noRules')}</p>`;
  const names = new Map(topics.map(({ id, name }) => [id, name]));
  return dataTable({
    caption: t('topics.rulesCaption'),
    columns: [t('topics.keyword'), t('topics.topic'), t('topics.weight'), t('topics.actions')],
    rows: rules.map(({ id, keyword, topicId, weight }) => [
      keyword,
      html`<a href="/admin/topics/${topicId}">${topicName(names.get(topicId) ?? topicId)}</a>`,
      html`<form method="post" action="/admin/topic-rules/${id}/weight#rules" class="buttons"><input class="short" name="weight" type="number" min="-10" max="10" step="0.1" value="${weight}" aria-label="${t('topics.weightOf', { keyword })}" required><button class="plain small beside">${t('topics.saveWeight')}<span class="visually-hidden"> ${t('topics.theWeightOf', { keyword })}</span></button></form>`,
      actionButton({
        action: `/admin/topic-rules/${id}/remove#rules`,
        text: t('topics.remove'),
        of: keyword,
      }),
    ]),
  });
}

export function ruleForm(
  { field }: PageCall<Principal>,
  topics: readonly StoredTopic[],
  outcome: Outcome,
): Html {
  const refusal = refusalIn(outcome, 'rules');
  const fieldValue = (name: string, otherwise: string) => (refusal ? field(name) : otherwise);
  const inUse = topics.filter(({ isActive }) => isActive);
  return html`<form method="post" action="/admin/topic-rules#rules">
${textField({ name: 'keyword', label: t('topics.keyword'), value: fieldValue('keyword', ''), autocomplete: 'off', hint: t('topics.keywordHint'), refusal })}
${selectField({ name: 'topic', label: t('topics.topic'), value: fieldValue('topic', ''), options: inUse.map(({ id, name }) => [id, topicName(name)] as const) })}
${textField({ name: 'weight', label: t('topics.weight'), value: fieldValue('weight', '1'), autocomplete: 'off', hint: t('topics.weightHint'), refusal })}
<button class="plain">${t('topics.addRule')}</button></form>`;
}
