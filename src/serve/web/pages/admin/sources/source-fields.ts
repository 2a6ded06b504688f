import { type Html, type HtmlValue, html } from '../../../../../app/markup/html.ts';
import { invalidInput } from '../../../../../errors.ts';
import type { SourceChange } from '../../../../../ingest/sources/registry.ts';
import type { ScheduledSource } from '../../../../../ingest/sources/rows.ts';
import { normaliseSourceAddress } from '../../../../../ingest/sources/typed-address.ts';
import type { Principal } from '../../../../../model/principal.ts';
import { type Reason, reason } from '../../../../../reasons.ts';
import type { PageCall } from '../../../page-route.ts';
import { t } from '../../../texts/messages.ts';
import { textField } from '../../parts.ts';
import { wholeNumber } from '../fields.ts';
import type { Outcome } from '../frame.ts';
import { checkbox, refusalIn } from '../parts.ts';
import { pathOfSource } from './parts.ts';

/** SRC-1: the settings of a source as form fields, and their parser. */
export function editForm({ field }: PageCall<Principal>, source: ScheduledSource, outcome: Outcome): Html {
  const refusal = refusalIn(outcome, 'edit');
  const input = (name: string, label: HtmlValue, present: string | number | null, more: More = {}) =>
    textField({
      name,
      label,
      value: refusal ? field(name) : String(present ?? ''),
      autocomplete: 'off',
      refusal,
      ...more,
    });
  const optional = { required: false };
  return html`<form method="post" action="${pathOfSource(source)}/edit#edit">
${input('name', t('sources.name'), source.name)}
${input('homePage', t('sources.homePage'), source.homePage, optional)}
<div class="thirds">
${input('language', t('sources.language'), source.language, { ...optional, hint: t('sources.languageHint') })}
${input('country', t('sources.country'), source.country, { ...optional, hint: t('sources.countryHint') })}
${input('category', t('sources.category'), source.category, { ...optional, hint: t('sources.categoryHint') })}
</div>
${input('folder', t('sources.folder'), source.folder, optional)}
<div class="thirds">
${input('interval', t('sources.interval'), Math.round(source.intervalSeconds / 60), { type: 'number', hint: t('sources.intervalHint') })}
${input('priority', t('sources.priority'), source.priority, { type: 'number', hint: t('sources.priorityHint') })}
${input('credibility', t('sources.credibility'), Math.round(source.credibility * 100), { type: 'number', hint: t('sources.credibilityHint') })}
</div>
${checkbox({ name: 'readsPages', label: t('sources.readsPages'), checked: refusal ? field('readsPages') === 'yes' : source.readsPages })}
<button class="plain">${t('sources.save')}</button></form>`;
}

export function changeIn({ field }: PageCall<Principal>): SourceChange {
  const name = field('name').trim();
  if (name === '' || name.length > MAX_LENGTH)
    throw invalidInput('/name', reason('length-between', { min: 1, max: MAX_LENGTH }));
  return {
    name,
    homePage: optional(field('homePage'), '/homePage', normaliseSourceAddress),
    language: optional(field('language'), '/language', text =>
      like(text, '/language', /^[A-Za-z]{2,3}(-[A-Za-z\d]{2,8}){0,3}$/, reason('language-tag-required')),
    ),
    country: optional(field('country'), '/country', text =>
      like(text.toUpperCase(), '/country', /^[A-Z]{2}$/, reason('country-code-required')),
    ),
    category: optional(field('category'), '/category'),
    folder: optional(field('folder'), '/folder'),
    intervalSeconds: wholeNumber(field('interval'), '/interval', 5, 1_440) * 60,
    priority: wholeNumber(field('priority'), '/priority', 1, 10),
    credibility: wholeNumber(field('credibility'), '/credibility', 0, 100) / 100,
    readsPages: field('readsPages') === 'yes',
  };
}

function optional(text: string, at: string, read: (text: string) => string = same => same): string | null {
  const given = text.trim();
  if (given.length > MAX_LENGTH) throw invalidInput(at, reason('max-length', { max: MAX_LENGTH }));
  return given === '' ? null : read(given);
}

function like(text: string, at: string, pattern: RegExp, otherwise: Reason): string {
  if (!pattern.test(text)) throw invalidInput(at, otherwise);
  return text;
}

const MAX_LENGTH = 200;

interface More {
  readonly type?: 'number';
  readonly hint?: HtmlValue;
  readonly required?: boolean;
}
