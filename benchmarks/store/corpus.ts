import { type Random, seededRandom } from '../../src/lib/random.ts';
import { ABSENT_FIELDS, type NewArticle } from '../../src/model/article.ts';

export const CORPUS = {
  name: 'made-up articles of 40 sources (seed 9)',
  size: '5,000 of about 3 KB, all new; and 5,000 of which 30 % are repetitions of earlier ones; quick 2,000 each',
};
export const ARTICLES = 5_000;
export const QUICK_ARTICLES = 2_000;
export const REPEATED = 0.3;

/** Articles that are all different. */
export function createCorpus(count: number): NewArticle[] {
  const random = seededRandom(9);
  const words = vocabulary(random);
  return Array.from({ length: count }, (_, n) => makeArticle(n, words, random));
}

/**
 * The same stream with three of ten articles repeated: every sixth of them from the last 500, so mostly from the same
 * batch of a thousand, the others from the last 2,500, so mostly from a stored batch.
 */
export function withRepetitions(articles: readonly NewArticle[]): NewArticle[] {
  const random = seededRandom(10);
  const stream: NewArticle[] = [];
  for (const [n, article] of articles.entries()) {
    const back = n % 20 === 9 ? 500 : 2_500;
    const place = Math.max(0, n - 1 - Math.floor(random.fraction() * back));
    stream.push((n > 0 && n % 10 >= 10 - REPEATED * 10 ? stream[place] : undefined) ?? article);
  }
  return stream;
}

/** The same articles at new URLs. */
export function renamed(articles: readonly NewArticle[], run: number): NewArticle[] {
  return articles.map(article => ({
    ...article,
    url: `${article.url}-${run}`,
    guid: article.guid && `${article.guid}-${run}`,
  }));
}

function makeArticle(n: number, words: readonly string[], random: Random): NewArticle {
  const sentence = (length: number) => {
    const chosen = Array.from(
      { length },
      () => words[Math.floor(random.fraction() ** 2 * words.length)] ?? '',
    );
    return `${chosen.join(' ')}.`;
  };
  const paragraphs = Array.from({ length: 6 }, () => `${sentence(14)} ${sentence(18)}`);
  const source = Math.floor(random.fraction() * 40);
  return {
    ...ABSENT_FIELDS,
    sourceId: `0190e1a2-0000-7000-8000-${String(source).padStart(12, '0')}`,
    url: `https://news-${source}.example.org/2026/01/${words[n % words.length]}-${n}`,
    guid: `https://news-${source}.example.org/?p=${n}`,
    title: sentence(9),
    summary: paragraphs[0] ?? '',
    bodyHtml: paragraphs.map(paragraph => `<p>${paragraph}</p>`).join('\n'),
    bodyText: paragraphs.join('\n\n'),
    publishedAt: new Date(Date.UTC(2026, 0, 1) + n * 60_000),
    hasOwnDate: true,
    authors: ['A. Writer', 'B. Editor'],
    categories: ['politics', 'local'],
    language: 'en',
    section: 'news',
    image: { url: `https://news-${source}.example.org/images/${n}.jpg`, width: 1_200, height: 675 },
    wordCount: 192,
    extras: n % 10 === 0 ? { commentsUrl: `https://news-${source}.example.org/${n}#comments` } : null,
    origin: 'feed',
    fetchId: '0190e1a2-0000-7000-8000-0000000000ff',
  };
}

/** Generated words of realistic lengths, so that the text compresses like real text. */
function vocabulary(random: Random): string[] {
  const letters = 'etaoinshrdlcumwfgypbvk';
  return Array.from({ length: 4_000 }, (_, n) =>
    Array.from(
      { length: 2 + Math.floor(random.fraction() * (n < 200 ? 3 : 8)) },
      () => letters[Math.floor(random.fraction() ** 1.6 * letters.length)],
    ).join(''),
  );
}
