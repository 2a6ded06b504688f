import { type Html, type HtmlValue, html } from '../../../app/markup/html.ts';
import type { Refusal } from '../refusal.ts';
import { t } from '../texts/messages.ts';

/** Components of several pages. */

/** At most one per page; the invalid fields reference it as their description. */
export function refused(refusal: Refusal | undefined): Html | null {
  if (!refusal) return null;
  const reasons =
    refusal.reasons.length > 0 && html`<ul>${refusal.reasons.map(each => html`<li>${each}</li>`)}</ul>`;
  return html`<div class="notice bad" role="alert" id="refusal"><strong>${refusal.title}</strong>${reasons}</div>`;
}

export function notice(text: HtmlValue): Html | null {
  return text === undefined || text === null || text === false
    ? null
    : html`<div class="notice" role="status"><p>${text}</p></div>`;
}

/** A page or section without content: what will appear, and what to do until then. */
export function emptyState(
  title: HtmlValue,
  text: HtmlValue,
  links: readonly (readonly [string, HtmlValue])[] = [],
): Html {
  return html`<div class="empty"><h2>${title}</h2><p>${text}</p>${links.length > 0 && html`<div class="actions">${links.map(([href, name]) => html`<a class="button plain" href="${href}">${name}</a>`)}</div>`}</div>`;
}

export function textField(field: TextField): Html {
  const { name, label, type = 'text', value = '', autocomplete, hint, refusal, required = true } = field;
  const invalid = refusal?.fields.includes(name) ?? false;
  const described = [hint && `${name}-hint`, invalid && 'refusal'].filter(Boolean).join(' ');
  return html`<div class="field"><label for="${name}">${label}</label>
${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : null}
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"${described !== '' && html` aria-describedby="${described}"`}${invalid && html` aria-invalid="true"`}${required && html` required`}></div>`;
}

/** `web/scripts/account.ts` shows the result of a passkey here; the texts are in data attributes. */
export function passkeyStatus(): Html {
  return html`<p class="meta" role="status" data-passkey-status data-unknown="${t('passkey.unknown')}" data-unused="${t('passkey.unused')}" data-already="${t('passkey.already')}" data-failed="${t('passkey.failed')}"></p>`;
}

export const NAME_HINT = t('account.nameHint');
export const PASSWORD_HINT = t('account.passwordHint');

export interface TextField {
  name: string;
  label: HtmlValue;
  type?: 'text' | 'email' | 'password' | 'number' | 'datetime-local';
  value?: HtmlValue;
  autocomplete: string;
  hint?: HtmlValue;
  refusal?: Refusal | undefined;
  required?: boolean;
}
