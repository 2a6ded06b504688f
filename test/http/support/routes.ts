import { API_ROUTES } from '../../../src/serve/api/index.ts';
import { openapi } from '../../../src/serve/http/openapi.ts';
import type { Access, Route } from '../../../src/serve/http/route.ts';
import { pagesOf } from '../../../src/serve/web/index.ts';

/**
 * HTTP-1: the operations of the OpenAPI document with their routes, so that tests include new ones
 * automatically.
 */
export const DOCUMENT = openapi(API_ROUTES, { title: 'Under test', version: '0' });

export const OPERATIONS: readonly Route[] = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map(method => routeOf(method.toUpperCase(), path)),
);

export const PAGES = pagesOf(DOCUMENT);

/** Paths outside the tables above. */
export const UNLISTED_PATHS = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/openapi.json',
  '/favicon.ico',
  '/.well-known/security.txt',
];

export const UNSAFE_OPERATIONS = OPERATIONS.filter(({ method }) => method !== 'GET');
export const FORMS = PAGES.filter(({ method }) => method === 'POST');

export function nameOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`;
}

/** The path with every parameter filled in. */
export function pathOf({ path }: { path: string }, id: string): string {
  return path.replace(/\{\w+\}/g, encodeURIComponent(id));
}

export function guarded(access: Access): Exclude<Access, 'public'> | null {
  return access === 'public' ? null : access;
}

function routeOf(method: string, path: string): Route {
  const found = API_ROUTES.find(route => route.method === method && route.path === path);
  if (!found) throw new Error(`${method} ${path} is in the document but not in the route table`);
  return found;
}
