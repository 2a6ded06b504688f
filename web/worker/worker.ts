/**
 * The service worker (WEB-1). Pages come from the network; those of stories and articles, the front page and what was
 * saved are kept on the way, and shown when there is no network. Styles, scripts and fonts never change under their
 * address, so what was kept of them is used at once. Nothing else is touched: no forms, no API, no account.
 *
 *   pages     the last PAGES_KEPT pages, oldest out first
 *   assets    what /assets/ holds
 *   pictures  the last PICTURES_KEPT pictures, oldest out first
 */
declare const self: ServiceWorkerGlobalScope;

const PAGES_KEPT = 80;
const PICTURES_KEPT = 120;
const OFFLINE = '/offline';

self.addEventListener('install', event => {
  event.waitUntil(prepare().then(() => self.skipWaiting()));
});

self.addEventListener('activate', event => {
  event.waitUntil(self.clients.claim());
});

/** The page for when there is nothing else, with all that it needs to look like one of ours. */
async function prepare(): Promise<void> {
  const answer = await fetch(OFFLINE);
  const text = await answer.clone().text();
  await (await caches.open('assets')).put(OFFLINE, answer);
  const needed = new Set([...text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? ''));
  await (await caches.open('assets')).addAll([...needed]);
}

self.addEventListener('fetch', event => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(pageFor(event, url));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(assetFor(request));
  else if (url.pathname.startsWith('/image/')) event.respondWith(pictureFor(event));
});

async function pageFor(event: FetchEvent, url: URL): Promise<Response> {
  try {
    const answer = await fetch(event.request);
    if (isKept(url) && answer.ok && !answer.redirected)
      event.waitUntil(put('pages', url.pathname, answer.clone(), PAGES_KEPT));
    return answer;
  } catch {
    // No network. What failed is said by the page that is shown instead.
    const pages = await caches.open('pages');
    return (await pages.match(url.pathname)) ?? (await caches.match(OFFLINE)) ?? Response.error();
  }
}

function isKept({ pathname, search }: URL): boolean {
  return search === '' && /^\/(?:|saved|(?:stories|articles)\/[^/]+)$/.test(pathname);
}

async function assetFor(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await put('assets', request.url, answer.clone(), 40);
  return answer;
}

async function pictureFor(event: FetchEvent): Promise<Response> {
  const kept = await caches.match(event.request);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(put('pictures', event.request.url, answer.clone(), PICTURES_KEPT));
  return answer;
}

/** Newest at the end, as the cache lists them. */
async function put(name: string, key: string, answer: Response, most: number): Promise<void> {
  const cache = await caches.open(name);
  await cache.delete(key);
  await cache.put(key, answer);
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(old);
}

self.addEventListener('message', event => {
  const paths: unknown = event.data?.keep;
  if (Array.isArray(paths)) event.waitUntil(keepAll(paths.filter(path => typeof path === 'string')));
});

/** One after the other: they are wanted some day, not now. */
async function keepAll(paths: readonly string[]): Promise<void> {
  const pages = await caches.open('pages');
  for (const path of paths.slice(0, PAGES_KEPT)) {
    const url = new URL(path, self.location.origin);
    if (!isKept(url) || (await pages.match(url.pathname))) continue;
    const answer = await fetch(url.pathname, { headers: { purpose: 'prefetch' } });
    if (answer.ok) await put('pages', url.pathname, answer, PAGES_KEPT);
  }
}

export {};
