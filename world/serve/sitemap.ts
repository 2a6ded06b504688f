import type { Article, Publisher } from '../types.ts';
import type { Answer } from './answer.ts';
import { escapeXml as x } from './labels.ts';

export function newsSitemap(publisher: Publisher, articles: readonly Article[], home: string): Answer {
  const urls = articles.map(
    article =>
      `<url><loc>${home}${article.path}</loc><news:news><news:publication><news:name>${x(publisher.name)}</news:name><news:language>${publisher.language}</news:language></news:publication><news:publication_date>${new Date(article.publishedAt).toISOString()}</news:publication_date><news:title>${x(article.headline)}</news:title></news:news></url>`,
  );
  const text = `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
${urls.join('\n')}
</urlset>
`;
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: Buffer.from(text) };
}
