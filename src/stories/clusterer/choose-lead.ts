import type { LeadCandidate } from './lead-candidates.ts';

/**
 * STORY-4: which article speaks for a story. Credible sources before others, the middle of the story before its
 * edges, later ones a little before earlier ones, what others copied before what nobody took up, and a headline
 * that says something before a cry or a stump. Never merely the first.
 */
export function chooseLead(articles: readonly LeadCandidate[]): Lead {
  const copies = new Map<string, number>();
  for (const { copyGroup } of articles) copies.set(copyGroup, (copies.get(copyGroup) ?? 0) + 1);
  const newest = Math.max(...articles.map(({ publishedAt }) => publishedAt.getTime()));
  const worthOf = (article: LeadCandidate) =>
    3 * article.credibility +
    2 * article.score +
    Math.min(1, Math.log2(copies.get(article.copyGroup) ?? 1) / 3) +
    2 ** (-(newest - article.publishedAt.getTime()) / HALVES_IN_MS) +
    (article.summary === '' ? 0 : 0.5) +
    headlineValue(article.title);
  const ranked = articles
    .map(article => ({ article, value: worthOf(article) }))
    .sort((a, b) => b.value - a.value || (a.article.articleId < b.article.articleId ? -1 : 1))
    .map(({ article }) => article);
  const [lead] = ranked;
  if (!lead) throw new RangeError('a story has an article');
  return { lead, image: ranked.find(({ imageUrl }) => imageUrl !== null) ?? null };
}

/** Nothing for capitals throughout, a question, "LIVE:", or a few words; up to one for a sentence. */
function headlineValue(title: string): number {
  const words = title.split(/\s+/u).length;
  const shouts = title.length > 12 && title === title.toUpperCase() && title !== title.toLowerCase();
  const isUnsure = /\?\s*$/u.test(title) || /^(?:live|watch|video|opinion|analysis|photos?)\b/iu.test(title);
  const length = title.length >= 30 && title.length <= 120 ? 0.5 : 0;
  return shouts ? 0 : (words >= 5 ? 0.5 : 0) + length - (isUnsure ? 0.5 : 0);
}

const HALVES_IN_MS = 12 * 3_600_000;

export interface Lead {
  readonly lead: LeadCandidate;
  readonly image: LeadCandidate | null;
}
