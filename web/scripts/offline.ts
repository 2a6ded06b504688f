import { whenReady } from './ready.ts';

/** WEB-1: what was read or saved stays readable without a network. The worker keeps it; this registers it and lists it. */
const PAGES = 'pages';

if ('serviceWorker' in navigator && window.isSecureContext) whenReady(begin);

function begin(): void {
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register(), { once: true });
  // What one reader looked at is nothing for the next one at this browser.
  const leaving = document.querySelectorAll('form[action="/sign-out"], form[action="/account/erase"]');
  for (const form of leaving) form.addEventListener('submit', () => void caches.delete(PAGES));
  const list = document.querySelector<HTMLElement>('[data-kept]');
  if (list) void listKept(list);
}

async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register('/worker.js');
  if (!registration) return;
  if (location.pathname === '/saved') keep(registration);
}

/** Everything that somebody saved, before it is needed. */
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
  for (const each of document.querySelectorAll<HTMLElement>('[data-kept-some]')) each.hidden = isEmpty;
  for (const each of document.querySelectorAll<HTMLElement>('[data-kept-none]')) each.hidden = !isEmpty;
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
