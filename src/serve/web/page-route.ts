import type { FastifyRequest } from 'fastify';
import type { ClientInfo } from '../../accounts/index.ts';
import type { AppContext } from '../../app/context.ts';
import type { Principal } from '../../model/principal.ts';
import type { UploadedFile } from '../http/multipart.ts';
import type { RouteLimit } from '../http/route.ts';
import type { Assets } from './assets.ts';
import type { Page } from './page.ts';

/** A page or its form action. Problems are shown as pages, and sign-in is offered where it helps. */
export interface PageRoute<P = Principal | null> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** A rate limit in addition to the general one. */
  readonly limit?: RouteLimit;
  /** Admits sessions that still need their second factor: only for what completes or ends them. */
  readonly beforeSecondFactor?: boolean;
  /** `private` pages are revalidated by ETag at each visit; others are not cached at all. */
  readonly cache?: 'private';
  /** Accepts a form with a file, up to this many bytes. */
  readonly uploadBytes?: number;
  /** For links that are signed themselves: their form may come from any site. */
  readonly isFromAnySite?: boolean;
  /** Whether the page requires a signed-in reader. Set by `memberPage`. */
  readonly needsPerson?: boolean;
  readonly handler: (call: PageCall<P>) => Promise<PageAnswer>;
}

export interface PageCall<P = Principal | null> {
  readonly context: AppContext;
  readonly assets: Assets;
  readonly principal: P;
  readonly client: ClientInfo;
  readonly request: FastifyRequest;
  /** A path parameter. */
  param(name: string): string;
  /** A query parameter. */
  query(name: string): string | undefined;
  /** A form field, untrimmed; empty when it is missing. */
  field(name: string): string;
  fields(name: string): string[];
  /** An uploaded file; null when none was chosen. */
  file(name: string): UploadedFile | null;
}

export type PageAnswer = {
  readonly cookies?: readonly string[];
} /** With `refreshSeconds` the browser reloads the page: for pages that show progress. */ & (
  | { readonly page: Page; readonly status?: number; readonly refreshSeconds?: number }
  | { readonly redirect: string; readonly headers?: Readonly<Record<string, string>> }
  | { readonly file: FileAnswer }
);

export interface FileAnswer {
  readonly name: string;
  readonly contentType: string;
  readonly body: NodeJS.ReadableStream;
}

/** For everyone. */
export function publicPage(route: PageRoute): PageRoute {
  return route;
}

/** For signed-in readers; others are redirected to sign in and then back. */
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
