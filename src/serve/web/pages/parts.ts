import { type Html, html } from '../html.ts';

/** Pieces that several pages are made of. */

export function refusals(reasons: readonly string[]): Html | null {
  if (reasons.length === 0) return null;
  return html`<div class="notice bad" role="alert">${reasons.map(reason => html`<p>${reason}</p>`)}</div>`;
}

export function notice(text: string | undefined): Html | null {
  return text === undefined ? null : html`<div class="notice" role="status"><p>${text}</p></div>`;
}

export function textField(field: TextField): Html {
  const { name, label, type = 'text', value = '', autocomplete, hint, required = true } = field;
  const described = hint ? html` aria-describedby="${name}-hint"` : null;
  return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"${described}${required ? html` required` : null}>
${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : null}`;
}

/** Times as machines read them; the page's reader sees the date and hour in UTC. */
export function moment(at: Date | null): Html {
  if (!at) return html`never`;
  const iso = at.toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC</time>`;
}

export const PASSWORD_HINT = 'At least 10 characters. Several unusual words make a good one.';

export interface TextField {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password';
  value?: string;
  autocomplete: string;
  hint?: string;
  required?: boolean;
}
