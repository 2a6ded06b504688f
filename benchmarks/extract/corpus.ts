import type { SuiteCase } from './suites.ts';

export interface Page {
  readonly url: string;
  readonly html: string;
}

/** Pages for the speed measurement: real pages spread over the suites where available, otherwise synthetic ones. */
export function pagesToMeasure(suites: readonly SuiteCase[] | null, count: number): Page[] {
  if (!suites) return Array.from({ length: count }, (_, index) => madeUpPage(index));
  const step = Math.max(1, Math.floor(suites.length / count));
  return suites.filter((_, index) => index % step === 0).slice(0, count);
}

/** A typical newspaper page: a menu, an article between boxes, a column of teasers, comments, scripts. */
function madeUpPage(seed: number): Page {
  const words = wordsFrom(seed);
  const sentence = (length: number): string => `${Array.from({ length }, words).join(' ')}.`;
  const paragraphs = Array.from({ length: 8 + (seed % 17) }, () => `<p class="par">${sentence(60)}</p>`);
  const teaser = (n: number): string =>
    `<li class="teaser"><a href="/t/${n}"><h3>${sentence(7)}</h3><p>${sentence(20)}</p></a></li>`;
  const comment = `<div class="comment"><b>${sentence(2)}</b><p>${sentence(30)}</p></div>`;
  const html = `<!doctype html><html lang="en"><head><title>${sentence(6)} | Paper</title>
    <meta property="og:site_name" content="Paper"><meta name="author" content="Ada Vale">
    <script>${'var x = function () { return 1; };'.repeat(400)}</script><style>${'.a { color: red } '.repeat(200)}</style></head>
    <body><nav><ul>${'<li><a href="/s">Section</a></li>'.repeat(40)}</ul></nav>
    <main><article><h1>${sentence(6)}</h1><div class="byline">By Ada Vale, 12 March 2024</div>
    <div class="article-body">${paragraphs.join('<div class="ad">Advertisement</div>')}</div></article>
    <section id="comments">${comment.repeat(10)}</section></main>
    <aside><ul>${Array.from({ length: 40 }, (_, n) => teaser(n)).join('')}</ul></aside>
    <footer><p>${sentence(40)}</p></footer></body></html>`;
  return { url: `https://paper.example/2024/03/${seed}`, html };
}

/** A seeded generator of words, so that every run measures the same pages. */
function wordsFrom(seed: number): () => string {
  let state = seed * 7_919 + 1;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return WORDS[state % WORDS.length] ?? '';
  };
}

const WORDS =
  'the a harbour, council and ferry of town which old new bridge said people water for years in but engine, not with river market over school winter light story under'.split(
    ' ',
  );
