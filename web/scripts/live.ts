import { whenReady } from './ready.ts';

/**
 * A part of a page that changes by itself: the page is asked for again, and that part of it takes the place of what is
 * there. It comes from the server as every page does. Nobody's focus is taken away, and nobody who looks away is asked for.
 */
whenReady(() => {
  const part = document.querySelector<HTMLElement>('[data-live]');
  if (part) setInterval(() => void look(), Number(part.dataset['live']));
});

async function look(): Promise<void> {
  const part = document.querySelector<HTMLElement>('[data-live]');
  if (!part || document.visibilityState !== 'visible' || part.contains(document.activeElement)) return;
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => null);
  if (!answer?.ok || answer.redirected) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const next = page.querySelector('[data-live]');
  if (next) part.replaceWith(next);
}
