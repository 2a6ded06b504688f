/**
 * The service worker (WEB-1). Pages come from the network. Stories, articles, the front page and the saved
 * list are also cached, and served from there when offline. Styles, scripts and fonts never change at their
 * address, so they come from the cache first. Forms, the API and account pages are left to the browser.
 *
 *   pages     the last MAX_PAGES pages
 *   assets    files of /assets/
 *   pictures  the last MAX_PICTURES pictures
 */
declare const self: ServiceWorkerGlobalScope;

const MAX_PAGES = 80;
const MAX_ASSETS = 40;
const MAX_PICTURES = 120;
const OFFLINE = '/offline';

self.addEventListener('install', event => {
  event.waitUntil(prepare().then(() => self.skipWaiting()));
});

self.addEventListener('activate', event => {
  event.waitUntil(self.clients.claim());
});

/** Caches the offline page with its assets. */
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
  else if (url.pathname.startsWith('/assets/')) event.respondWith(assetFor(event));
  else if (url.pathname.startsWith('/image/')) event.respondWith(pictureFor(event));
});

async function pageFor(event: FetchEvent, url: URL): Promise<Response> {
  try {
    const answer = await fetch(event.request);
    if (isCacheable(url) && answer.ok && !answer.redirected)
      event.waitUntil(put('pages', url.pathname, answer.clone(), MAX_PAGES));
    return answer;
  } catch {
    // Offline: the cached page, or the offline page.
    const pages = await caches.open('pages');
    return (await pages.match(url.pathname)) ?? (await caches.match(OFFLINE)) ?? Response.error();
  }
}

function isCacheable({ pathname, search }: URL): boolean {
  return search === '' && /^\/(?:|saved|(?:stories|articles)\/[^/]+)$/.test(pathname);
}

async function assetFor(event: FetchEvent): Promise<Response> {
  const cached = await caches.match(event.request);
  if (cached) return cached;
  const answer = await fetch(event.request);
  // A full cache must not fail the asset.
  if (answer.ok) event.waitUntil(put('assets', event.request.url, answer.clone(), MAX_ASSETS));
  return answer;
}

async function pictureFor(event: FetchEvent): Promise<Response> {
  const cached = await caches.match(event.request);
  if (cached) return cached;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(put('pictures', event.request.url, answer.clone(), MAX_PICTURES));
  return answer;
}

/** Adds an entry and removes the oldest above `max`; the cache lists entries in insertion order. */
async function put(name: string, key: string, answer: Response, max: number): Promise<void> {
  const cache = await caches.open(name);
  await cache.delete(key);
  await cache.put(key, answer);
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - max))) await cache.delete(old);
}

self.addEventListener('message', event => {
  const paths: unknown = event.data?.keep;
  if (Array.isArray(paths)) event.waitUntil(keepAll(paths.filter(path => typeof path === 'string')));
});

/** Sequentially, because there is no hurry. */
async function keepAll(paths: readonly string[]): Promise<void> {
  const pages = await caches.open('pages');
  for (const path of paths.slice(0, MAX_PAGES)) {
    const url = new URL(path, self.location.origin);
    if (!isCacheable(url) || (await pages.match(url.pathname))) continue;
    const answer = await fetch(url.pathname, { headers: { purpose: 'prefetch' } });
    if (answer.ok) await put('pages', url.pathname, answer, MAX_PAGES);
  }
}

export {};
