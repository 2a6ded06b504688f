import { whenReady } from './ready.ts';

/**
 * WEB-1: read and saved stories stay readable offline. The worker stores them; this registers it and lists
 * them.
 */
const PAGES = 'pages';

if ('serviceWorker' in navigator && window.isSecureContext) whenReady(begin);

function begin(): void {
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register(), { once: true });
  // The next reader at this browser must not see them.
  const leaving = document.querySelectorAll('form[action="/sign-out"], form[action="/account/erase"]');
  for (const form of leaving) form.addEventListener('submit', () => void caches.delete(PAGES));
  const list = document.querySelector<HTMLElement>('[data-stored]');
  if (list) void listKept(list);
}

async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register('/worker.js');
  if (!registration) return;
  if (location.pathname === '/saved') keep(registration);
}

/** Stores all saved stories ahead of time. */
function keep(registration: ServiceWorkerRegistration): void {
  const links = document.querySelectorAll<HTMLAnchorElement>(
    'main a[href^="/stories/"], main a[href^="/articles/"]',
  );
  const paths = [...new Set([...links].map(link => new URL(link.href).pathname))].slice(0, 100);
  registration.active?.postMessage({ keep: paths });
}

async function listKept(list: HTMLElement): Promise<void> {
  const cache = await caches.open(PAGES);
  for (const request of [...(await cache.keys())].reverse()) {
    const path = new URL(request.url).pathname;
    if (!/^\/(?:stories|articles)\//.test(path)) continue;
    const answer = await cache.match(request);
    const page = new DOMParser().parseFromString((await answer?.text()) ?? '', 'text/html');
    list.append(entry(path, page.querySelector('h1')?.textContent ?? path));
  }
  const isEmpty = list.childElementCount === 0;
  for (const each of document.querySelectorAll<HTMLElement>('[data-stored-some]')) each.hidden = isEmpty;
  for (const each of document.querySelectorAll<HTMLElement>('[data-stored-none]')) each.hidden = !isEmpty;
}

function entry(path: string, title: string): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = path;
  link.textContent = title;
  link.dir = 'auto';
  item.append(link);
  return item;
}
