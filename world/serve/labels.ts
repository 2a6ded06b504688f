/** All served content has this label. */
export const LABEL = 'Demo edition: made-up news';
export const LABEL_SENTENCE = `${LABEL}. Every name, place, firm and event on this page is invented.`;

export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

export function imageTypeOf(path: string): string {
  return path.endsWith('.svg') ? 'image/svg+xml' : 'image/png';
}
