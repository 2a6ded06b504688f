import { whenReady } from './ready.ts';

/**
 * Refreshes a part of the page: fetches the page again and replaces the part with its new version. Pauses
 * while the page is hidden, or while the focus is inside the part.
 */
whenReady(() => {
  const part = document.querySelector<HTMLElement>('[data-live]');
  if (part) setInterval(() => void refresh(), Number(part.dataset['live']));
});

async function refresh(): Promise<void> {
  const part = document.querySelector<HTMLElement>('[data-live]');
  if (!part || document.visibilityState !== 'visible' || part.contains(document.activeElement)) return;
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => null);
  if (!answer?.ok || answer.redirected) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const next = page.querySelector('[data-live]');
  if (next) part.replaceWith(next);
}
