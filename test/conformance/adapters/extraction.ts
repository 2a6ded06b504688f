import { extractArticle as extract } from '../../../src/ingest/extract/index.ts';

/** Extracts an article in the shape that the runner of the conformance suite expects. */
export function extractArticle(html: string, context: { url: string }) {
  const found = extract(html, context);
  return (
    found && {
      title: found.title,
      byline: found.authors.join(', '),
      excerpt: found.lead,
      siteName: found.siteName,
      publishedTime: found.publishedTime,
      lang: found.language,
      html: found.html,
      text: found.text,
    }
  );
}
