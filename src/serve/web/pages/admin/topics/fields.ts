import { type Html, html } from '../../../../../app/markup/html.ts';
import { invalidInput } from '../../../../../errors.ts';
import type { Principal } from '../../../../../model/principal.ts';
import { reason } from '../../../../../reasons.ts';
import type { StoredTopic } from '../../../../../stories/queries/index.ts';
import type { PageCall } from '../../../page-route.ts';
import type { Refusal } from '../../../refusal.ts';
import { t, topicName } from '../../../texts/messages.ts';
import { textField } from '../../parts.ts';
import { selectField, textArea } from '../parts.ts';

/** The name, parent and keywords of a topic. */
export function topicFields({ fieldValue, refusal, categories }: TopicFields): Html {
  return html`${textField({ name: 'name', label: t('topics.name'), value: fieldValue('name'), autocomplete: 'off', refusal })}
${selectField({
  name: 'parent',
  label: t('topics.parent'),
  value: fieldValue('parent'),
  options: [['', t('topics.noParent')], ...categories.map(({ id, name }) => [id, topicName(name)] as const)],
})}
${textArea({ name: 'keywords', label: t('topics.keywords'), value: fieldValue('keywords'), hint: t('topics.keywordsHint'), refusal })}`;
}

export function topicIn({ field }: PageCall<Principal>): {
  name: string;
  parent: string | null;
  keywords: string[];
} {
  const name = field('name').trim();
  if (name === '' || name.length > 60)
    throw invalidInput('/name', reason('length-between', { min: 1, max: 60 }));
  const lines = field('keywords').split(/[\r\n]+/);
  const keywords = lines.map(line => line.trim()).filter(line => line !== '');
  if (keywords.length > 300) throw invalidInput('/keywords', reason('too-many-keywords'));
  for (const keyword of keywords) checkKeyword(keyword, '/keywords');
  return { name, parent: field('parent') === '' ? null : field('parent'), keywords };
}

export function checkKeyword(keyword: string, at: string): void {
  if (!/^~?[^~]*[\p{L}\p{N}][^~]*$/u.test(keyword) || keyword.length < 2 || keyword.length > 80)
    throw invalidInput(at, reason('letters-or-digits-required'));
}

interface TopicFields {
  readonly fieldValue: (name: string) => string;
  readonly refusal: Refusal | undefined;
  readonly categories: readonly StoredTopic[];
}
