import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../app/context.ts';
import { sendTagged } from '../http/headers.ts';
import type { OpenApiDocument } from '../http/openapi.ts';
import type { Admit } from '../http/server.ts';
import { registerImages } from '../images/route.ts';
import { registerOutput } from '../output/routes.ts';
import { registerWebSub } from '../websub.ts';
import type { Assets } from './assets.ts';
import { type PageRoute, publicPage } from './page-route.ts';
import { aboutPage } from './pages/about.ts';
import { accountPage } from './pages/account.ts';
import { ACCOUNT_ACTIONS } from './pages/account-actions.ts';
import { ADMIN_PAGES } from './pages/admin/index.ts';
import { apiDocsPage } from './pages/api-docs.ts';
import { articlePage } from './pages/article.ts';
import { breakingPage } from './pages/breaking.ts';
import { confirmEmailAction, confirmEmailPage } from './pages/confirm-email.ts';
import { designPage } from './pages/design.ts';
import { digestPage, stopDigestAction, stopDigestPage } from './pages/digest.ts';
import { entityPage } from './pages/entity.ts';
import { feedbackAction, feedbackPage } from './pages/feedback.ts';
import { FEED_PAGES } from './pages/feeds/index.ts';
import { forgotPasswordAction, forgotPasswordPage } from './pages/forgot-password.ts';
import { homePage } from './pages/home.ts';
import { interestsAction, interestsPage } from './pages/interests.ts';
import { keepAction } from './pages/keep.ts';
import { MAIL_PAGES } from './pages/mail-stop.ts';
import { newPasswordAction, newPasswordPage } from './pages/new-password.ts';
import { offlinePage } from './pages/offline.ts';
import { OIDC_PAGES } from './pages/oidc.ts';
import { operatorAction, operatorPage } from './pages/operator.ts';
import { problemPage } from './pages/problem.ts';
import { proveAction, provePage } from './pages/prove.ts';
import { SAVED_PAGES } from './pages/saved/index.ts';
import { forgetSearchAction, searchPage } from './pages/search.ts';
import { SECOND_FACTOR_PAGES } from './pages/second-factor.ts';
import { settingsAction, settingsPage } from './pages/settings.ts';
import { siblingsAction } from './pages/siblings.ts';
import { signInAction, signInPage, signOutAction } from './pages/sign-in.ts';
import { signUpAction, signUpPage } from './pages/sign-up.ts';
import { sourcePage } from './pages/source.ts';
import { storyPage } from './pages/story.ts';
import { topicPage, topicsPage } from './pages/topic.ts';
import { trendingPage } from './pages/trending.ts';
import { tourEndAction, welcomeAction, welcomePage } from './pages/welcome.ts';
import { registerPublicFiles } from './public-files.ts';
import { type PageDeps, registerPages } from './register-pages.ts';
import { registerSitemaps } from './sitemaps.ts';

const PAGES: readonly PageRoute[] = [
  homePage,
  ...FEED_PAGES,
  keepAction,
  feedbackAction,
  feedbackPage,
  aboutPage,
  designPage,
  articlePage,
  storyPage,
  sourcePage,
  siblingsAction,
  topicsPage,
  topicPage,
  entityPage,
  breakingPage,
  trendingPage,
  searchPage,
  forgetSearchAction,
  ...SAVED_PAGES,
  offlinePage,
  welcomePage,
  welcomeAction,
  tourEndAction,
  digestPage,
  stopDigestPage,
  stopDigestAction,
  settingsPage,
  settingsAction,
  signInPage,
  signInAction,
  signOutAction,
  ...SECOND_FACTOR_PAGES,
  signUpPage,
  signUpAction,
  operatorPage,
  operatorAction,
  forgotPasswordPage,
  forgotPasswordAction,
  newPasswordPage,
  newPasswordAction,
  confirmEmailPage,
  confirmEmailAction,
  ...MAIL_PAGES,
  accountPage,
  ...ACCOUNT_ACTIONS,
  interestsPage,
  interestsAction,
  provePage,
  proveAction,
  ...OIDC_PAGES,
  ...ADMIN_PAGES,
];

export function createPageDeps(context: AppContext, assets: Assets): PageDeps {
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
  deps: PageDeps,
  admit: Admit,
  document: OpenApiDocument,
): Promise<void> {
  deps.assets.register(app);
  await registerPublicFiles(app, deps.context);
  await registerImages(app, deps.context, admit);
  registerSitemaps(app, deps.context);
  registerWebSub(app, deps.context, admit);
  registerOutput(app, deps.context, admit, deps.assets.stylesheet);
  registerPages(app, deps, admit, pagesOf(document));
  const file = JSON.stringify(document);
  app.get('/api/openapi.json', async (request, reply) =>
    sendTagged(
      request,
      reply.header('cache-control', 'public, max-age=300').type('application/json; charset=utf-8'),
      file,
    ),
  );
}
