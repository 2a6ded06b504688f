import { encode } from 'uqr';
import type { SecondFactorStart } from '../../../accounts/second-factor/index.ts';
import { type Html, html } from '../../../app/markup/html.ts';
import { t } from '../texts/messages.ts';

/** What an app needs to make codes: a QR code, and the same as text. */
export function enrolment({ uri, secret }: SecondFactorStart): Html {
  return html`<ol class="flow">
<li>${t('secondFactor.scan')}
<p>${qrCode(uri)}</p>
<p class="meta">${t('secondFactor.orType')} <code class="secret">${secret.match(/.{4}/g)?.join(' ')}</code></p></li>
<li>${t('secondFactor.enter')}</li>
</ol>`;
}

/** The recovery codes, shown once. */
export function recoveryCodes(codes: readonly string[]): Html {
  return html`<div class="notice" role="status"><strong>${t('secondFactor.codes')}</strong>
<p>${t('secondFactor.codesText')}</p>
<ul class="items">${codes.map(code => html`<li><code class="secret">${code}</code></li>`)}</ul></div>`;
}

export function codeField(label = t('secondFactor.code')): Html {
  return html`<div class="field"><label for="code">${label}</label>
<input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="off" spellcheck="false" maxlength="40" required></div>`;
}

/** Drawn here, so that the secret is sent to no other site. Dark modules are one path, row by row. */
export function qrCode(text: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="240" height="240" role="img" aria-label="${t('secondFactor.qr')}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`;
}
