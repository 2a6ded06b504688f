import type { Localized } from '../../../app/markup/html.ts';
import type { LocaleCode } from '../../../app/markup/locale.ts';
import type { Scope } from '../../../model/principal.ts';
import { SCOPES } from '../../../model/principal.ts';
import { REASONS, type Reason, type ReasonCode } from '../../../reasons.ts';
import { REASONS_DE } from './de/reasons.ts';
import { SCOPES_DE } from './de/scopes.ts';
import { fillIn, LocalizedHtml, localized, type MessageParams } from './messages.ts';

/** The text of a reason in the reader's language; a parameter may be another reason. */
export function translate({ code, params }: Reason): Localized {
  const translated: MessageParams = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'object' ? translate(value) : value,
    ]),
  );
  return new LocalizedHtml(locale => fillIn(TEXTS[locale.code][code], translated, locale));
}

/** What a token with the scope may do. */
export function scopeText(scope: Scope): Localized {
  return localized(({ code }) => SCOPE_TEXTS[code][scope]);
}

const TEXTS: Readonly<Record<LocaleCode, Readonly<Record<ReasonCode, string>>>> = {
  en: REASONS,
  de: REASONS_DE,
};

const SCOPE_TEXTS: Readonly<Record<LocaleCode, Readonly<Record<Scope, string>>>> = {
  en: SCOPES,
  de: SCOPES_DE,
};
