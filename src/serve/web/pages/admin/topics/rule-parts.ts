import { type Html, html } from '../../../../../app/markup/html.ts';
import type { Principal } from '../../../../../model/principal.ts';
import type { StoredRule, StoredTopic } from '../../../../../stories/read/index.ts';
import type { PageCall } from '../../../page-route.ts';
import { say, topicName } from '../../../words/say.ts';
import { textField } from '../../parts.ts';
import type { Outcome } from '../frame.ts';
import { actionButton, dataTable, refusalIn, selectField } from '../parts.ts';

/** TOPIC-2: rules of operators, as a table and as a form. */
export function ruleTable(rules: readonly StoredRule[], topics: readonly StoredTopic[]): Html {
  if (rules.length === 0) return html`<p>${say('topics.noRules')}</p>`;
  const names = new Map(topics.map(({ id, name }) => [id, name]));
  return dataTable({
    caption: say('topics.rulesCaption'),
    columns: [say('topics.keyword'), say('topics.topic'), say('topics.weight'), say('topics.actions')],
    rows: rules.map(({ id, keyword, topicId, weight }) => [
      keyword,
      html`<a href="/admin/topics/${topicId}">${topicName(names.get(topicId) ?? topicId)}</a>`,
      html`<form method="post" action="/admin/topic-rules/${id}/weight#rules" class="buttons"><input class="short" name="weight" type="number" min="-10" max="10" step="0.1" value="${weight}" aria-label="${say('topics.weightOf', { keyword })}" required><button class="plain small beside">${say('topics.saveWeight')}<span class="visually-hidden"> ${say('topics.theWeightOf', { keyword })}</span></button></form>`,
      actionButton({
        action: `/admin/topic-rules/${id}/remove#rules`,
        text: say('topics.remove'),
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
  const kept = (name: string, otherwise: string) => (refusal ? field(name) : otherwise);
  const inUse = topics.filter(({ isActive }) => isActive);
  return html`<form method="post" action="/admin/topic-rules#rules">
${textField({ name: 'keyword', label: say('topics.keyword'), value: kept('keyword', ''), autocomplete: 'off', hint: say('topics.keywordHint'), refusal })}
${selectField({ name: 'topic', label: say('topics.topic'), value: kept('topic', ''), options: inUse.map(({ id, name }) => [id, topicName(name)] as const) })}
${textField({ name: 'weight', label: say('topics.weight'), value: kept('weight', '1'), autocomplete: 'off', hint: say('topics.weightHint'), refusal })}
<button class="plain">${say('topics.addRule')}</button></form>`;
}
