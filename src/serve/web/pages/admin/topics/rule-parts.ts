import type { Principal } from '../../../../../model/principal.ts';
import type { StoredRule, StoredTopic } from '../../../../../stories/read/index.ts';
import { type Html, html } from '../../../html.ts';
import type { PageCall } from '../../../page-route.ts';
import { textField } from '../../parts.ts';
import type { Outcome } from '../frame.ts';
import { actionButton, dataTable, refusalIn, selectField } from '../parts.ts';

/** TOPIC-2: rules of operators, as a table and as a form. */
export function ruleTable(rules: readonly StoredRule[], topics: readonly StoredTopic[]): Html {
  if (rules.length === 0) return html`<p>There are no rules yet.</p>`;
  const names = new Map(topics.map(({ id, name }) => [id, name]));
  return dataTable({
    caption: 'Rules by keyword',
    columns: ['Keyword', 'Topic', 'Weight', 'Actions'],
    rows: rules.map(({ id, keyword, topicId, weight }) => [
      keyword,
      html`<a href="/admin/topics/${topicId}">${names.get(topicId) ?? topicId}</a>`,
      html`<form method="post" action="/admin/topic-rules/${id}/weight#rules" class="buttons"><input class="short" name="weight" type="number" min="-10" max="10" step="0.1" value="${weight}" aria-label="Weight of ${keyword}" required><button class="plain small beside">Save<span class="visually-hidden"> the weight of ${keyword}</span></button></form>`,
      actionButton({ action: `/admin/topic-rules/${id}/remove#rules`, text: 'Remove', of: keyword }),
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
${textField({ name: 'keyword', label: 'Keyword', value: kept('keyword', ''), autocomplete: 'off', hint: 'A word or a phrase.', refusal })}
${selectField({ name: 'topic', label: 'Topic', value: kept('topic', ''), options: inUse.map(({ id, name }) => [id, name] as const) })}
${textField({ name: 'weight', label: 'Weight', value: kept('weight', '1'), autocomplete: 'off', hint: 'From -10 to 10. 1 is as strong as a keyword of a topic; below zero speaks against.', refusal })}
<button class="plain">Add rule</button></form>`;
}
