/** Sharing of an article. The links work without it; it counts them and adds two buttons. */
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
    showStatus(area, 'copied');
  });
  offer(area, 'other', 'share' in navigator, async () => {
    await navigator.share({ title, url });
    onShared('other');
  });
}

/** Shows a button if the browser supports its action. A cancelled dialog is not a share. */
function offer(area: HTMLElement, via: ShareChannel, isPossible: boolean, share: () => Promise<void>): void {
  const button = area.querySelector<HTMLButtonElement>(`button[data-via="${via}"]`);
  if (!button || !isPossible) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    share().catch((error: unknown) => {
      if (!(error instanceof DOMException)) throw error;
      if (error.name !== 'AbortError') showStatus(area, 'failed');
    });
  });
}

/** The texts are data attributes of the page. */
function showStatus(area: HTMLElement, what: 'copied' | 'failed'): void {
  const status = area.querySelector<HTMLElement>('[role="status"]');
  if (status) status.textContent = status.dataset[what] ?? '';
}
