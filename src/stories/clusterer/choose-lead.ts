import type { LeadCandidate } from './lead-candidates.ts';

/**
 * STORY-4: which article represents a story. It prefers credible sources, articles near the centre of the story,
 * later ones (slightly), texts that others copied, and informative headlines. Being first does not count.
 */
export function chooseLead(articles: readonly LeadCandidate[]): ChosenLead {
  const copies = new Map<string, number>();
  for (const { copyGroup } of articles) copies.set(copyGroup, (copies.get(copyGroup) ?? 0) + 1);
  const newest = Math.max(...articles.map(({ publishedAt }) => publishedAt.getTime()));
  const scoreOf = (article: LeadCandidate) =>
    3 * article.credibility +
    2 * article.score +
    Math.min(1, Math.log2(copies.get(article.copyGroup) ?? 1) / 3) +
    2 ** (-(newest - article.publishedAt.getTime()) / HALF_LIFE_MS) +
    (article.summary === '' ? 0 : 0.5) +
    headlineValue(article.title);
  const ranked = articles
    .map(article => ({ article, value: scoreOf(article) }))
    .sort((a, b) => b.value - a.value || (a.article.articleId < b.article.articleId ? -1 : 1))
    .map(({ article }) => article);
  const [lead] = ranked;
  if (!lead) throw new RangeError('a story needs at least one article');
  return { lead, image: ranked.find(({ imageUrl }) => imageUrl !== null) ?? null };
}

/** 0 for all capitals, questions, prefixes such as "LIVE:" and a few words; up to 1 for a sentence. */
function headlineValue(title: string): number {
  const words = title.split(/\s+/u).length;
  const shouts = title.length > 12 && title === title.toUpperCase() && title !== title.toLowerCase();
  const isUnsure = /\?\s*$/u.test(title) || /^(?:live|watch|video|opinion|analysis|photos?)\b/iu.test(title);
  const length = title.length >= 30 && title.length <= 120 ? 0.5 : 0;
  return shouts ? 0 : (words >= 5 ? 0.5 : 0) + length - (isUnsure ? 0.5 : 0);
}

const HALF_LIFE_MS = 12 * 3_600_000;

export interface ChosenLead {
  readonly lead: LeadCandidate;
  readonly image: LeadCandidate | null;
}
