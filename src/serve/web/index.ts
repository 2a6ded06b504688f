import type { FastifyInstance } from 'fastify';
import type { ServeContext } from '../context.ts';
import { sendTagged } from '../http/headers.ts';
import type { OpenApiDocument } from '../http/openapi.ts';
import type { Admit } from '../http/server.ts';
import { registerImages } from '../images/index.ts';
import { registerWebSub } from '../websub.ts';
import type { Assets } from './assets.ts';
import { type PageRoute, type PageTools, publicPage, registerPages } from './page-route.ts';
import { accountPage } from './pages/account.ts';
import { ACCOUNT_ACTIONS } from './pages/account-actions.ts';
import { ADMIN_PAGES } from './pages/admin/index.ts';
import { apiDocsPage } from './pages/api-docs.ts';
import { articlePage } from './pages/article.ts';
import { aboutPage, homePage } from './pages/home.ts';
import { newPasswordAction, newPasswordPage } from './pages/new-password.ts';
import { OIDC_PAGES } from './pages/oidc.ts';
import { operatorAction, operatorPage } from './pages/operator.ts';
import { problemPage } from './pages/problem.ts';
import { proveAction, provePage } from './pages/prove.ts';
import { signInAction, signInPage, signOutAction } from './pages/sign-in.ts';
import { signUpAction, signUpPage } from './pages/sign-up.ts';

const PAGES: readonly PageRoute[] = [
  homePage,
  aboutPage,
  articlePage,
  signInPage,
  signInAction,
  signOutAction,
  signUpPage,
  signUpAction,
  operatorPage,
  operatorAction,
  newPasswordPage,
  newPasswordAction,
  accountPage,
  ...ACCOUNT_ACTIONS,
  provePage,
  proveAction,
  ...OIDC_PAGES,
  ...ADMIN_PAGES,
];

export function pageTools(context: ServeContext, assets: Assets): PageTools {
  return { context, assets, problemPage };
}

/** Every page and form. */
export function pagesOf(document: OpenApiDocument): readonly PageRoute[] {
  const docs = publicPage({
    method: 'GET',
    path: '/api/docs',
    cache: 'private',
    handler: async ({ context }) => ({ page: apiDocsPage(document, context.origin) }),
  });
  return [...PAGES, docs];
}

export async function registerWeb(
  app: FastifyInstance,
  tools: PageTools,
  admit: Admit,
  document: OpenApiDocument,
): Promise<void> {
  tools.assets.register(app);
  await registerImages(app, tools.context, admit);
  registerWebSub(app, tools.context, admit);
  registerPages(app, tools, admit, pagesOf(document));
  const file = JSON.stringify(document);
  app.get('/api/openapi.json', async (request, reply) =>
    sendTagged(
      request,
      reply.header('cache-control', 'public, max-age=300').type('application/json; charset=utf-8'),
      file,
    ),
  );
}
