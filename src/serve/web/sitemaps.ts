import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppContext } from '../../app/context.ts';
import { type Html, html } from '../../app/markup/html.ts';
import { listStories, listTopics, type Story } from '../../stories/queries/index.ts';
import { sendText } from '../http/headers.ts';

/**
 * WEB-8: robots.txt and sitemaps: sections and other public pages, and a news sitemap with the last two days.
 */
export function registerSitemaps(app: FastifyInstance, context: AppContext): void {
  const { origin, config, database, clock, feeds } = context;
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(
        `User-agent: *\n${DISALLOWED.map(path => `Disallow: ${path}\n`).join('')}\nSitemap: ${origin}/sitemap.xml\n`,
      ),
  );
  app.get('/sitemap.xml', async (_request, reply) =>
    sendXml(
      reply,
      html`<sitemapindex xmlns="${SITEMAP}">${['sections', 'news'].map(name => html`<sitemap><loc>${origin}/sitemap-${name}.xml</loc></sitemap>`)}</sitemapindex>`,
    ),
  );
  app.get('/sitemap-sections.xml', async (_request, reply) => {
    const topics = await listTopics(database);
    const countries = [...feeds.window.postings.counts('country').keys()].filter(code =>
      /^[A-Z]{2}$/.test(code),
    );
    const paths = [
      ...['/', '/latest', '/breaking', '/trending', '/topics', '/countries', '/about'],
      ...topics.map(({ id }) => `/topics/${id}`),
      ...countries.map(code => `/countries/${code}`),
    ];
    return sendXml(
      reply,
      html`<urlset xmlns="${SITEMAP}">${paths.map(path => html`<url><loc>${origin}${path}</loc></url>`)}</urlset>`,
    );
  });
  app.get('/sitemap-news.xml', async (_request, reply) => {
    const stories = await listStories(database, { limit: MAX_NEWS });
    const since = clock.now() - NEWS_MS;
    const recent = stories.filter(({ firstSeenAt }) => firstSeenAt.getTime() >= since);
    return sendXml(
      reply,
      html`<urlset xmlns="${SITEMAP}" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">${recent.map(story => newsOf(origin, config.name, story))}</urlset>`,
    );
  });
}

function newsOf(
  origin: string,
  siteName: string,
  { id, headline, language, firstSeenAt, updatedAt }: Story,
): Html {
  return html`<url><loc>${origin}/stories/${id}</loc><lastmod>${updatedAt.toISOString()}</lastmod><news:news><news:publication><news:name>${siteName}</news:name><news:language>${language}</news:language></news:publication><news:publication_date>${firstSeenAt.toISOString()}</news:publication_date><news:title>${withoutControls(headline)}</news:title></news:news></url>
`;
}

function sendXml(reply: FastifyReply, body: Html): FastifyReply {
  reply.header('cache-control', 'public, max-age=300').type('application/xml; charset=utf-8');
  return sendText(reply, `<?xml version="1.0" encoding="UTF-8"?>\n${body}`);
}

/** XML cannot represent them, not even escaped. */
function withoutControls(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9';
/** Personal pages, and pages that robots must not crawl. */
const DISALLOWED = [
  '/account',
  '/digest',
  '/for-you',
  '/history',
  '/saved',
  '/admin',
  '/api/',
  '/auth/',
  '/operator',
  '/sign-in',
  '/sign-up',
  '/settings',
  '/welcome',
];
/** The limit of the format. */
const MAX_NEWS = 1_000;
const NEWS_MS = 2 * 86_400_000;
