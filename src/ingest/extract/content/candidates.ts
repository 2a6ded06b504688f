import { attribute, type HtmlElement } from '../dom/element.ts';
import type { TextBlock } from './blocks.ts';
import { BODY_NAMES, NEGATIVE_NAMES, namesOf, POSITIVE_NAMES } from './hints.ts';

/**
 * Finds the element that contains the article. Each line gives points to its ancestors, most to the nearest; names and
 * semantic tags weight the sum, links reduce it.
 */
export function bestCandidate(root: HtmlElement, blocks: readonly TextBlock[]): HtmlElement | null {
  const sums = sumBlocks(root, blocks);
  let best: HtmlElement | null = null;
  let bestScore = 0;
  for (const [element, sum] of sums) {
    const score = scoreOf(element, sum);
    if (score > bestScore) {
      best = element;
      bestScore = score;
    }
  }
  return best ? climb(best, root, sums) : smallPage(root, sums);
}

/** A page with a line or two has nothing to score; where they are not links, they are the content. */
function smallPage(root: HtmlElement, sums: ReadonlyMap<HtmlElement, CandidateSum>): HtmlElement | null {
  const sum = sums.get(root);
  return sum && sum.text <= SMALL_PAGE && sum.linked < sum.text * 0.3 ? root : null;
}

const SMALL_PAGE = 300;

function scoreOf(element: HtmlElement, sum: CandidateSum): number {
  if (sum.points <= 0) return 0;
  return sum.points * (1 - sum.linked / Math.max(1, sum.text)) * semanticFactor(element);
}

/** One walk from the leaves up: each element sums what its children have, and gets its share of their points. */
function sumBlocks(root: HtmlElement, blocks: readonly TextBlock[]): Map<HtmlElement, CandidateSum> {
  const lines = new Map(blocks.map(block => [block.element, block]));
  const sums = new Map<HtmlElement, CandidateSum>();
  const walk = (element: HtmlElement): CandidateSum => {
    const sum: CandidateSum = {
      points: 0,
      text: 0,
      linked: 0,
      prose: 0,
      other: 0,
      levels: [0, 0, 0, 0, 0, 0, 0],
    };
    const line = lines.get(element);
    if (line) addLine(line, sum);
    else {
      for (const child of element.children) if (typeof child !== 'string') addSum(walk(child), sum);
    }
    for (let level = 0; level < SHARES.length; level++)
      sum.points += (sum.levels[level] ?? 0) * (SHARES[level] ?? 0);
    if (sum.text > 0) sums.set(element, sum);
    return sum;
  };
  walk(root);
  return sums;
}

function addLine(block: TextBlock, sum: CandidateSum): void {
  const { length } = block.text;
  sum.text = length;
  sum.linked = block.linked;
  sum.levels[0] = Math.max(0, pointsOf(block));
  if (block.prose) sum.prose = length - block.linked;
  else if (!isNeutral(block)) sum.other = block.teaser || block.linked > length * 0.3 ? length : length / 2;
}

function addSum(inner: CandidateSum, sum: CandidateSum): void {
  sum.text += inner.text;
  sum.linked += inner.linked;
  sum.prose += inner.prose;
  sum.other += inner.other;
  for (let level = 1; level < SHARES.length; level++)
    sum.levels[level] = (sum.levels[level] ?? 0) + (inner.levels[level - 1] ?? 0);
}

/** Headings, captions, cells and items without links are neutral. */
function isNeutral(block: TextBlock): boolean {
  if (block.teaser || block.linked > block.text.length * 0.3) return false;
  return block.heading > 0 || block.caption || block.list || block.table;
}

/** How much of its points a line gives to itself, its parent, and so on upwards. */
const SHARES: readonly number[] = [0.3, 1, 0.5, 0.17, 0.12, 0.09, 0.07];

function pointsOf(block: TextBlock): number {
  const { length } = block.text;
  if (length < 25 || block.heading || block.caption || block.teaser) return 0;
  const density = block.linked / length;
  if (density > 0.5) return 0;
  return (1 + block.commas + Math.min(length / 100, 4)) * (1 - density);
}

/** A factor by the tag and the names of an element. */
function semanticFactor(element: HtmlElement): number {
  let factor = TAG_FACTORS[element.tag] ?? 1;
  if (/articleBody/i.test(attribute(element, 'itemprop'))) return factor * 1.6;
  const names = namesOf(element);
  if (!names) return factor;
  if (BODY_NAMES.test(names)) factor *= 1.35;
  else if (POSITIVE_NAMES.test(names)) factor *= 1.15;
  if (NEGATIVE_NAMES.test(names)) factor *= 0.8;
  return factor;
}

const TAG_FACTORS: Readonly<Record<string, number>> = {
  article: 1.25,
  main: 1.1,
  blockquote: 0.8,
  ul: 0.5,
  ol: 0.5,
  li: 0.5,
  dl: 0.6,
  dd: 0.6,
  table: 0.8,
  tbody: 0.8,
  tr: 0.8,
  th: 0.5,
  p: 0.7,
  span: 0.8,
  header: 0.7,
  aside: 0.5,
};

/** Climbs while the surroundings of the candidate contain more of the same prose. */
function climb(
  start: HtmlElement,
  root: HtmlElement,
  sums: ReadonlyMap<HtmlElement, CandidateSum>,
): HtmlElement {
  let best = start;
  const all = sums.get(root)?.prose ?? 0;
  for (let at = start; at !== root && at.parent && at.parent.tag !== 'body'; at = at.parent) {
    const inner = sums.get(best);
    const outer = sums.get(at.parent);
    if (!inner || !outer) break;
    const twins = at === best && hasSimilarSibling(at, sums);
    const loose = isInArticle(at.parent) ? 0.9 : 0.5;
    const tolerance = !twins && isWholeBody(best, inner.prose, all) ? 0.05 : loose;
    const gained = outer.prose - inner.prose;
    const other = outer.other - inner.other;
    const beside = at === best && paragraphsBeside(at, sums) > gained * 0.6;
    if (gained > inner.prose * (twins || beside ? 0.05 : 0.25) && other < gained * tolerance)
      best = at.parent;
  }
  return best;
}

/** Other content inside an `article` is more likely a box in it than its end. */
function isInArticle(element: HtmlElement): boolean {
  for (let at: HtmlElement | null = element; at; at = at.parent) if (at.tag === 'article') return true;
  return false;
}

/** The first paragraphs of some articles are siblings of the element with the rest. */
function paragraphsBeside(element: HtmlElement, sums: ReadonlyMap<HtmlElement, CandidateSum>): number {
  let prose = 0;
  for (const other of element.parent?.children ?? []) {
    if (typeof other !== 'string' && other.tag === 'p') prose += sums.get(other)?.prose ?? 0;
  }
  return prose;
}

/** Articles are often split into similar elements: a section per chapter, a box per paragraph. */
function hasSimilarSibling(element: HtmlElement, sums: ReadonlyMap<HtmlElement, CandidateSum>): boolean {
  // Pages with infinite scrolling put other articles next to the first.
  if (element.tag === 'article') return false;
  const names = attribute(element, 'class');
  return (element.parent?.children ?? []).some(
    other =>
      typeof other !== 'string' &&
      other !== element &&
      other.tag === element.tag &&
      attribute(other, 'class') === names &&
      (sums.get(other)?.prose ?? 0) > 0,
  );
}

/** An element named as the article body, with enough prose, is trusted. */
function isWholeBody(element: HtmlElement, prose: number, all: number): boolean {
  return prose >= all * 0.4 && isNamedBody(element);
}

export function isNamedBody(element: HtmlElement): boolean {
  if (element.tag === 'article' || /articleBody/i.test(attribute(element, 'itemprop'))) return true;
  return BODY_NAMES.test(namesOf(element));
}

interface CandidateSum {
  points: number;
  text: number;
  linked: number;
  prose: number;
  /** Characters of links and of short loose lines. */
  other: number;
  /** The points of lines so many levels below. */
  readonly levels: number[];
}
