import type { Article, Publisher } from '../types.ts';
import { CONTENT_TYPES, FEED_NAMES } from './feeds.ts';
import { LABEL, LABEL_SENTENCE, escapeXml as x } from './labels.ts';

/** The home page: a masthead, the feed link for discovery, and the newest articles. */
export function homePage(publisher: Publisher, articles: readonly Article[], home: string): string {
  const teasers = articles.map(
    article => `<article class="teaser">
<h2><a href="${home}${article.path}">${x(article.headline)}</a></h2>
<p>${x(article.summary)}</p>
<p class="meta"><span>${x(article.section)}</span> <time datetime="${iso(article.publishedAt)}">${iso(article.publishedAt).slice(0, 16).replace('T', ' ')}</time></p>
</article>`,
  );
  return frame(
    publisher,
    home,
    publisher.name,
    feedLink(publisher, home),
    `<main>\n<h1>${x(publisher.name)}</h1>\n${teasers.join('\n')}\n</main>`,
  );
}

/** A typical newspaper page: the text, surrounded by boilerplate. */
export function articlePage(article: Article, related: readonly Article[], home: string): string {
  const { publisher } = article;
  const url = home + article.path;
  const image = article.image
    ? `<figure><img src="${home}${article.image}" width="640" height="360" alt="${x(article.headline)}"><figcaption>Illustration: ${x(publisher.name)}</figcaption></figure>`
    : '';
  const links = related
    .map(other => `<li><a href="${home}${other.path}">${x(other.headline)}</a></li>`)
    .join('\n');
  const main = `<main>
<nav class="breadcrumbs"><a href="${home}/">${x(publisher.name)}</a> › <a href="${home}/${article.topic}/">${x(article.section)}</a></nav>
<article>
<h1>${x(article.headline)}</h1>
<p class="byline"><span class="author">${x(article.byline)}</span> · <time datetime="${iso(article.publishedAt)}">${iso(article.publishedAt).slice(0, 16).replace('T', ' ')} UTC</time></p>
${image}
<div class="article-body">
${article.paragraphs.map(paragraph => `<p>${x(paragraph)}</p>`).join('\n')}
</div>
</article>
<aside class="related"><h2>${RELATED[publisher.language]}</h2><ul>
${links}
</ul></aside>
</main>`;
  return frame(
    publisher,
    home,
    `${article.headline} | ${publisher.name}`,
    articleHead(article, url, home),
    main,
  );
}

function articleHead(article: Article, url: string, home: string): string {
  const image = article.image ? `<meta property="og:image" content="${home}${article.image}">\n` : '';
  return `<link rel="canonical" href="${url}">
<meta name="description" content="${x(article.summary)}">
<meta name="author" content="${x(article.byline)}">
<meta property="og:type" content="article">
<meta property="og:title" content="${x(article.headline)}">
<meta property="og:description" content="${x(article.summary)}">
<meta property="og:url" content="${url}">
<meta property="og:site_name" content="${x(article.publisher.name)}">
${image}<meta property="article:published_time" content="${iso(article.publishedAt)}">
<meta property="article:modified_time" content="${iso(article.updatedAt)}">
<meta property="article:section" content="${x(article.section)}">
<script type="application/ld+json">${JSON.stringify(linkedData(article, url, home)).replaceAll('<', '\\u003c')}</script>`;
}

function linkedData(article: Article, url: string, home: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: article.headline,
    description: article.summary,
    mainEntityOfPage: url,
    datePublished: iso(article.publishedAt),
    dateModified: iso(article.updatedAt),
    author: [{ '@type': 'Person', name: article.byline }],
    publisher: { '@type': 'NewsMediaOrganization', name: article.publisher.name, url: `${home}/` },
    inLanguage: article.publisher.language,
    articleSection: article.section,
    isAccessibleForFree: true,
    ...(article.image ? { image: [home + article.image] } : {}),
  };
}

function frame(publisher: Publisher, home: string, title: string, head: string, main: string): string {
  const sections = SECTIONS.map(topic => `<li><a href="${home}/${topic}/">${topic}</a></li>`).join('');
  return `<!doctype html>
<html lang="${publisher.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${x(title)}</title>
${head}
<style>body{font:18px/1.5 Georgia,serif;max-width:44rem;margin:auto;padding:1rem}nav ul{display:flex;gap:1rem;list-style:none;padding:0;flex-wrap:wrap}img{max-width:100%;height:auto}footer,.meta,.byline{color:#555;font-size:.85em}</style>
</head>
<body>
<header><a href="${home}/">${x(publisher.name)}</a> <small>${x(publisher.domain)} · ${LABEL}</small>
<nav><ul>${sections}</ul></nav></header>
${main}
<footer><p>${LABEL_SENTENCE}</p><p>© ${x(publisher.name)} · <a href="${home}/about">About</a> · <a href="${home}/imprint">Imprint</a></p></footer>
</body>
</html>
`;
}

function feedLink(publisher: Publisher, home: string): string {
  const { format } = publisher;
  return `<link rel="alternate" type="${CONTENT_TYPES[format]}" title="${x(publisher.name)}" href="${home}/${FEED_NAMES[format]}">`;
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

const SECTIONS = ['world', 'politics', 'business', 'technology', 'sports', 'entertainment'];
const RELATED = {
  en: 'More from us',
  de: 'Mehr von uns',
  fr: 'À lire aussi',
  es: 'También puede leer',
  ru: 'Читайте также',
};
