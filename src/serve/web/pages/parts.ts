import { type Html, html } from '../html.ts';
import type { Refusal } from '../refusal.ts';

/** Pieces that several pages are made of. */

/** There is at most one on a page; the fields that it is about name it as their description. */
export function refused(refusal: Refusal | undefined): Html | null {
  if (!refusal) return null;
  const reasons =
    refusal.reasons.length > 0 && html`<ul>${refusal.reasons.map(each => html`<li>${each}</li>`)}</ul>`;
  return html`<div class="notice bad" role="alert" id="refusal"><strong>${refusal.title}</strong>${reasons}</div>`;
}

export function notice(text: string | undefined): Html | null {
  return text === undefined ? null : html`<div class="notice" role="status"><p>${text}</p></div>`;
}

export function textField(field: TextField): Html {
  const { name, label, type = 'text', value = '', autocomplete, hint, refusal, required = true } = field;
  const invalid = refusal?.fields.includes(name) ?? false;
  const described = [hint && `${name}-hint`, invalid && 'refusal'].filter(Boolean).join(' ');
  return html`<div class="field"><label for="${name}">${label}</label>
${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : null}
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"${described !== '' && html` aria-describedby="${described}"`}${invalid && html` aria-invalid="true"`}${required && html` required`}></div>`;
}

export const NAME_HINT = 'What others see. It need not be your real name.';
export const PASSWORD_HINT = 'At least 10 characters. A few unusual words make a good one.';

export interface TextField {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'number' | 'datetime-local';
  value?: string;
  autocomplete: string;
  hint?: string;
  refusal?: Refusal | undefined;
  required?: boolean;
}
