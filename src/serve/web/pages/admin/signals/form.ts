import type { TriedRules } from '../../../../../app/admin/signal-rules.ts';
import { type Html, type HtmlValue, html } from '../../../../../app/markup/html.ts';
import type { Principal } from '../../../../../model/principal.ts';
import { SIGNAL_KINDS } from '../../../../../model/signal.ts';
import { type RuleRow, readRule } from '../../../../../signals/rules/rule.ts';
import type { NewSignalRule } from '../../../../../signals/validation/rule-store.ts';
import type { PageCall } from '../../../page-route.ts';
import type { Refusal } from '../../../refusal.ts';
import { percent } from '../../../texts/amounts.ts';
import { t } from '../../../texts/messages.ts';
import { textField } from '../../parts.ts';
import { checkbox, textArea } from '../parts.ts';
import { KINDS, type KindWords, type RuleField } from './kinds.ts';

/** The settings of a rule as fields, with buttons to test and to save it. */
export function ruleForm({ call, rule, kind, refusal, tried, keep }: RuleFormParts): Html {
  const words = KINDS.get(kind);
  if (!words) return html`<p>${t('signals.unknownKind')}</p>`;
  const wasSent = call.request.method === 'POST';
  const fieldValue = (name: string, otherwise: string) => (wasSent ? call.field(name) : otherwise);
  const isActive = wasSent ? call.field('active') === 'yes' : (rule?.isActive ?? true);
  return html`<p>${words.description}</p>
<form method="post" action="${keep.action}"><input type="hidden" name="kind" value="${kind}">
${rule ? html`<input type="hidden" name="id" value="${rule.id}">` : textField({ name: 'id', label: t('signals.id'), value: fieldValue('id', ''), autocomplete: 'off', hint: t('signals.idHint'), refusal })}
${words.fields.map(field => settingField(field, fieldValue(field.name, settingOf(rule, field)), refusal))}
${words.choosesKinds && kindsField(wasSent ? call.fields('kinds') : kindsOf(rule ?? defaultRule(kind, words)))}
${textField({ name: 'note', label: t('signals.note'), value: fieldValue('note', rule?.note ?? ''), autocomplete: 'off', hint: t('signals.noteHint'), required: false })}
${checkbox({ name: 'active', label: t('signals.active'), checked: isActive })}
<div class="buttons"><button>${keep.text}</button><button class="plain" formaction="/admin/signals/try#edit">${t('signals.try')}</button></div></form>
${tried && outcome(tried, wasSent ? call.field('id') : (rule?.id ?? ''))}`;
}

/** The rule in the form fields, not validated: storing or testing it does that. */
export function ruleIn({ field, fields }: PageCall<Principal>): NewSignalRule {
  const kind = field('kind');
  const words = KINDS.get(kind);
  const settings = Object.fromEntries(
    (words?.fields ?? []).map(each => [each.name, settingFrom(each, field(each.name))]),
  );
  const kinds = words?.choosesKinds && fields('kinds').length > 0 ? { kinds: fields('kinds') } : {};
  return {
    id: field('id').trim(),
    kind,
    settings: { ...settings, ...kinds },
    isActive: field('active') === 'yes',
    note: field('note').trim().slice(0, 500),
  };
}

function settingFrom({ hint }: RuleField, text: string): unknown {
  if (hint === null) return text.trim() === '' ? null : Number(text);
  return linesOf(text);
}

function linesOf(text: string): string[] {
  return text
    .split(/[\r\n]+/)
    .map(line => line.trim())
    .filter(line => line !== '');
}

function settingField({ name, label, hint }: RuleField, value: string, refusal: Refusal | undefined): Html {
  return hint === null
    ? textField({ name, label, type: 'number', value, autocomplete: 'off', refusal })
    : textArea({ name, label, value, hint, refusal });
}

function settingOf(rule: RuleRow | null, { name, usual }: RuleField): string {
  const settings = rule?.settings;
  if (typeof settings !== 'object' || settings === null) return usual;
  const value: unknown = new Map(Object.entries(settings)).get(name);
  return Array.isArray(value) ? value.join('\n') : String(value ?? usual);
}

function kindsField(chosen: readonly string[]): Html {
  return html`<fieldset><legend>${t('signals.appliesTo')}</legend>${SIGNAL_KINDS.map(kind => html`<label class="check"><input type="checkbox" name="kinds" value="${kind}"${chosen.includes(kind) && html` checked`}><span>${t(`signals.kinds.${kind}`)}</span></label>`)}</fieldset>`;
}

function kindsOf(rule: RuleRow): readonly string[] {
  return readRule(rule).kinds;
}

/** A default rule of a kind, to find out which signals the kind applies to by default. */
function defaultRule(kind: string, { fields }: KindWords): RuleRow {
  const settings = Object.fromEntries(fields.map(field => [field.name, settingFrom(field, field.usual)]));
  return { id: 'new', kind, settings, isActive: true };
}

function outcome({ tried, present }: TriedRules, id: string): Html {
  const { judged, dropped, byRule } = tried;
  const facts = { count: judged, dropped, own: byRule.get(id) ?? 0, present: present.dropped };
  const share = percent(judged === 0 ? 0 : dropped / judged);
  return html`<div class="notice" role="status"><strong>${t('signals.tried', { share })}</strong>
<p>${t('signals.triedFacts', facts)}</p></div>`;
}

interface RuleFormParts {
  readonly call: PageCall<Principal>;
  /** Null for a new rule. */
  readonly rule: (RuleRow & { readonly note: string }) | null;
  readonly kind: string;
  readonly refusal: Refusal | undefined;
  readonly tried: TriedRules | undefined;
  readonly keep: { readonly action: string; readonly text: HtmlValue };
}
