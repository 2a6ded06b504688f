import type { FastifyRequest } from 'fastify';
import type { ClientInfo } from '../../accounts/index.ts';
import type { AppContext } from '../../app/context.ts';
import type { Principal } from '../../model/principal.ts';
import type { UploadedFile } from '../http/multipart.ts';
import type { RouteLimit } from '../http/route.ts';
import type { Assets } from './assets.ts';
import type { Page } from './page.ts';

/** A page or the form behind it. Pages are for people: what goes wrong is shown, and sign-in is offered. */
export interface PageRoute<P = Principal | null> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** A limit of its own, beside the general one. */
  readonly limit?: RouteLimit;
  /** `private` is checked by its ETag at each visit; a page that says nothing is not kept at all. */
  readonly cache?: 'private';
  /** Takes a form with a file in it, of so many bytes at most. */
  readonly uploadBytes?: number;
  /** Whether the page makes no sense without knowing who asks. Set by `memberPage`. */
  readonly needsPerson?: boolean;
  readonly handler: (call: PageCall<P>) => Promise<PageAnswer>;
}

export interface PageCall<P = Principal | null> {
  readonly context: AppContext;
  readonly assets: Assets;
  readonly principal: P;
  readonly client: ClientInfo;
  readonly request: FastifyRequest;
  /** One part of the path that its pattern names in braces. */
  param(name: string): string;
  /** One value of the query string, or undefined. */
  query(name: string): string | undefined;
  /** One field of the form that was sent, trimmed of nothing; the empty string when it is missing. */
  field(name: string): string;
  fields(name: string): string[];
  /** A file that was sent along; null when none was chosen. */
  file(name: string): UploadedFile | null;
}

export type PageAnswer = {
  readonly cookies?: readonly string[];
} /** With `refreshSeconds` the browser asks again by itself: for pages that show how far something is. */ & (
  | { readonly page: Page; readonly status?: number; readonly refreshSeconds?: number }
  | { readonly redirect: string }
  | { readonly file: FileAnswer }
);

export interface FileAnswer {
  readonly name: string;
  readonly contentType: string;
  readonly body: NodeJS.ReadableStream;
}

/** For everybody. */
export function publicPage(route: PageRoute): PageRoute {
  return route;
}

/** For those who are signed in; others are sent to sign in and come back. */
export function memberPage(route: PageRoute<Principal>): PageRoute {
  return {
    ...route,
    needsPerson: true,
    handler: call => {
      const { principal } = call;
      if (principal?.credential.kind === 'session') return route.handler({ ...call, principal });
      const back = route.method === 'GET' ? call.request.url : '/account';
      return Promise.resolve({ redirect: `/sign-in?returnTo=${encodeURIComponent(back)}` });
    },
  };
}
