/** The ways to share an article. Links work without this; what it adds is that they are counted, and two more ways. */
import type { ShareChannel } from '../../src/client/events.ts';

export function watchSharing(title: string, onShared: (via: ShareChannel) => void): void {
  const area = document.querySelector<HTMLElement>('[data-share-url]');
  if (!area) return;
  const url = area.dataset['shareUrl'] ?? location.href;
  for (const link of area.querySelectorAll<HTMLAnchorElement>('a[data-via]'))
    link.addEventListener('click', () => onShared(link.dataset['via'] as ShareChannel));
  offer(area, 'link', 'clipboard' in navigator, async () => {
    await navigator.clipboard.writeText(url);
    onShared('link');
    tell(area, 'copied');
  });
  offer(area, 'other', 'share' in navigator, async () => {
    await navigator.share({ title, url });
    onShared('other');
  });
}

/** A button that the browser can keep its promise of is shown; one who thinks better of it has not shared. */
function offer(area: HTMLElement, via: ShareChannel, isPossible: boolean, share: () => Promise<void>): void {
  const button = area.querySelector<HTMLButtonElement>(`button[data-via="${via}"]`);
  if (!button || !isPossible) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    share().catch((error: unknown) => {
      if (!(error instanceof DOMException)) throw error;
      if (error.name !== 'AbortError') tell(area, 'failed');
    });
  });
}

/** In the words of the page, which it brought along. */
function tell(area: HTMLElement, what: 'copied' | 'failed'): void {
  const status = area.querySelector<HTMLElement>('[role="status"]');
  if (status) status.textContent = status.dataset[what] ?? '';
}
