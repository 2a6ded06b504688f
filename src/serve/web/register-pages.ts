import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../app/context.ts';
import type { Section } from '../../app/topics.ts';
import type { Problem } from '../../errors.ts';
import { clientOf, fastifyPath } from '../http/api.ts';
import { refuseCrossSite } from '../http/cross-site.ts';
import { cacheControl, headersForPages, sendTagged, sendText, varyOn } from '../http/headers.ts';
import { readMultipart, UploadedFile } from '../http/multipart.ts';
import type { Admit } from '../http/server.ts';
import type { Assets } from './assets.ts';
import { displayOf } from './display.ts';
import { LastShown } from './last-shown.ts';
import { layout } from './layout.ts';
import type { Page } from './page.ts';
import type { PageAnswer, PageCall, PageRoute } from './page-route.ts';

/** Pages that accept a file have their own body parser. */
export function registerPages(
  app: FastifyInstance,
  deps: PageDeps,
  admit: Admit,
  routes: readonly PageRoute[],
): void {
  register(
    app,
    deps,
    admit,
    routes.filter(({ uploadBytes }) => uploadBytes === undefined),
  );
  app.register(async uploads => {
    uploads.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer' },
      async ({ headers }: FastifyRequest, body: Buffer) => readMultipart(body, headers['content-type'] ?? ''),
    );
    register(
      uploads,
      deps,
      admit,
      routes.filter(({ uploadBytes }) => uploadBytes !== undefined),
    );
  });
}

function register(app: FastifyInstance, deps: PageDeps, admit: Admit, routes: readonly PageRoute[]): void {
  const lastShown = new LastShown();
  for (const route of routes) {
    const answerFor = (request: FastifyRequest) => {
      const make = () => route.handler(callOf(deps, request));
      const hasFallback = route.method === 'GET' && route.cache === 'private' && !route.needsPerson;
      if (!hasFallback) return make();
      const { language } = displayOf({ context: deps.context, request });
      return lastShown.answer(request, language.code, make);
    };
    app.route({
      method: route.method,
      url: fastifyPath(route.path),
      ...(route.uploadBytes === undefined ? {} : { bodyLimit: route.uploadBytes }),
      onRequest: async (request, reply) => {
        await admit({ access: 'public', ...route, cache: 'private' }, request, reply);
        // Forms without a session, such as sign-in, must come from our own pages too.
        if (!route.isFromAnySite) refuseCrossSite(request.method, request.headers, deps.context.origin);
      },
      handler: async (request, reply) => {
        const answer = await answerFor(request);
        if (!('page' in answer)) return sendOther(reply, answer);
        const [isDemo, sections] = await Promise.all([
          deps.context.demo.isShown(),
          deps.context.topics.sections(),
        ]);
        return send(deps, request, reply, answer, { cache: route.cache ?? 'no-store', isDemo, sections });
      },
    });
  }
}

/** Renders a problem as a page for browsers. */
export function showProblemPage(
  deps: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
): FastifyReply | undefined {
  const wantsPage = request.headers.accept?.includes('text/html') && !request.url.startsWith('/api/v1/');
  if (!wantsPage) return undefined;
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', String(problem.retryAfterSeconds));
  // An error page shows no news, so it needs no demo notice.
  const frameData = {
    cache: 'no-store',
    isDemo: false,
    sections: deps.context.topics.loadedSections,
  } as const;
  const answer = { page: deps.problemPage(problem), status: problem.status };
  return send(deps, request, reply, answer, frameData);
}

function callOf({ context, assets }: PageDeps, request: FastifyRequest): PageCall {
  const form = asRecord(request.body);
  const query = asRecord(request.query);
  const params = asRecord(request.params);
  return {
    context,
    assets,
    principal: request.principal,
    client: clientOf(request),
    request,
    param: name => all(params[name])[0] ?? '',
    query: name => all(query[name])[0],
    field: name => all(form[name])[0] ?? '',
    fields: name => all(form[name]),
    file: name => {
      const sent = form[name];
      return sent instanceof UploadedFile && sent.content.length > 0 ? sent : null;
    },
  };
}

function sendOther(reply: FastifyReply, answer: Exclude<PageAnswer, { page: Page }>): FastifyReply {
  reply.header('cache-control', cacheControl('no-store'));
  if (answer.cookies) reply.header('set-cookie', [...answer.cookies]);
  if ('redirect' in answer) return reply.headers({ ...answer.headers }).redirect(answer.redirect, 303);
  const { name, contentType, body } = answer.file;
  return reply.header('content-disposition', `attachment; filename="${name}"`).type(contentType).send(body);
}

function send(
  { context, assets }: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Extract<PageAnswer, { page: Page }>,
  { cache, isDemo, sections }: FrameData,
): FastifyReply {
  const display = displayOf({ context, request });
  const frame = {
    siteName: context.config.name,
    origin: context.origin,
    address: request.url,
    today: new Date(context.clock.now()),
    stylesheet: assets.stylesheet,
    fonts: assets.fonts,
    siteScript: assets.siteScript,
    readerScript: assets.readerScript,
    display,
    sections,
    principal: request.principal,
    signUpOpen: context.config.signUp === 'open',
    isDemo,
  };
  reply
    .code(answer.status ?? 200)
    .headers(PAGE_HEADERS)
    .header('cache-control', cacheControl(cache))
    .header('content-language', display.language.code)
    .type('text/html; charset=utf-8');
  varyOn(reply, 'accept-language');
  if (answer.cookies) reply.header('set-cookie', [...answer.cookies]);
  if (answer.refreshSeconds !== undefined) reply.header('refresh', String(answer.refreshSeconds));
  const text = layout(frame, answer.page).toString(display.language);
  return cache === 'private' ? sendTagged(request, reply, text) : sendText(reply, text);
}

/** What the frame of a page depends on. */
interface FrameData {
  readonly cache: 'private' | 'no-store';
  readonly isDemo: boolean;
  readonly sections: readonly Section[];
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** PostgreSQL cannot store NUL, and our forms never send it: a value with one counts as missing. */
function all(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter(
    item => typeof item === 'string' && !item.includes('\0'),
  );
}

const PAGE_HEADERS = headersForPages();

export interface PageDeps {
  readonly context: AppContext;
  readonly assets: Assets;
  readonly problemPage: (problem: Problem) => Page;
}
