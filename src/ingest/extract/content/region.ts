import { type HtmlElement, visitElements } from '../dom/element.ts';
import { similarToAny } from '../similar.ts';
import type { TextBlock } from './blocks.ts';
import { isAboutAuthor, isBoilerplate, isSignature, opensFurniture } from './boilerplate.ts';
import { isSigned, trimEdges } from './edges.ts';
import { FURNITURE, LEAD_NAMES, namesOf, SUBTITLE_NAMES } from './hints.ts';
import { dropOtherArticles } from './other-articles.ts';
import { dropRuns } from './runs.ts';

/** The lines of the article: those of the best element without boilerplate, and the introduction above it. */
export function articleBlocks(
  best: HtmlElement,
  blocks: readonly TextBlock[],
  { titles, authors }: KnownFacts,
): { lead: TextBlock[]; body: TextBlock[] } {
  const isTitle = similarToAny(titles);
  const inside = insideOf(best, blocks);
  const first = inside[0] ? blocks.indexOf(inside[0]) : 0;
  const sifted = cutFurniture(dropTitle(dropOtherArticles(best, inside, isTitle), isTitle)).filter(
    block => !block.caption && !block.teaser && !isBoilerplate(block),
  );
  const body = dropDangling(trimEdges(dropAboutAuthor(dropRuns(sifted)), authors));
  return { lead: leadBlocks(best, blocks, first, body, isTitle), body };
}

/** Facts from the page's data that identify lines of the article. */
export interface KnownFacts {
  readonly titles: readonly string[];
  readonly authors: readonly string[];
}

/** The lines below an element. */
export function insideOf(root: HtmlElement, blocks: readonly TextBlock[]): TextBlock[] {
  const inside = new Set([root]);
  visitElements(root, element => {
    inside.add(element);
    return undefined;
  });
  return blocks.filter(block => inside.has(block.element));
}

/** Drops the headline, the author and the date from the text. */
function dropTitle(blocks: readonly TextBlock[], isTitle: (text: string) => boolean): TextBlock[] {
  return blocks.filter((block, index) => {
    if (index < NEAR_START && isSignature(block)) return false;
    return !(block.heading === 1 || index < NEAR_START) || !isTitle(block.text);
  });
}

const NEAR_START = 5;

/**
 * Drops a heading such as "More on this" with what follows it: everything when it is near the end, otherwise the lines up
 * to the next sentence of the article.
 */
function cutFurniture(blocks: readonly TextBlock[]): TextBlock[] {
  const prose = blocks.reduce((sum, block) => sum + (block.prose ? block.text.length : 0), 0);
  const kept: TextBlock[] = [];
  let seen = 0;
  let cutting = false;
  for (const block of blocks) {
    const marker = (block.heading > 0 || block.bold || block.text.length < 50) && opensFurniture(block);
    if (marker && (block.heading > 0 || block.bold)) {
      if (seen > prose * 0.7) return kept;
      cutting = true;
      continue;
    }
    if (
      cutting &&
      (block.heading > 0 ||
        (block.prose && !block.list && block.text.length > 80 && block.linked < block.text.length * 0.25))
    )
      cutting = false;
    if (cutting) continue;
    if (block.prose) seen += block.text.length;
    kept.push(block);
  }
  return kept;
}

function dropAboutAuthor(blocks: readonly TextBlock[]): TextBlock[] {
  return blocks.filter(
    (block, index) => index < blocks.length - NEAR_END || index === 0 || !isAboutAuthor(block),
  );
}

const NEAR_END = 4;

/** Drops headings without text below: they belong to a box that was stripped. */
function dropDangling(blocks: readonly TextBlock[]): TextBlock[] {
  const kept: TextBlock[] = [];
  let below = 0;
  for (const block of blocks.toReversed()) {
    const { heading } = block;
    // `below` is the level of the heading that follows at once, 0 for text, and the end counts as the highest.
    if (heading > 0 && (kept.length === 0 || (below > 0 && below < heading))) continue;
    below = heading;
    kept.push(block);
  }
  return kept.reverse();
}

/** Sentences between the headline and the body, and lines that their names call an introduction. */
function leadBlocks(
  best: HtmlElement,
  blocks: readonly TextBlock[],
  first: number,
  body: readonly TextBlock[],
  isTitle: (text: string) => boolean,
): TextBlock[] {
  const start = headlineBefore(blocks, first, isTitle);
  const near = nearbyOf(best);
  const lead: TextBlock[] = [];
  for (let index = Math.max(0, first - REACH); index < first; index++) {
    const block = blocks[index];
    if (!block || block.caption || block.teaser || block.list || block.table || isBoilerplate(block))
      continue;
    if (isTitle(block.text) || isSigned(block, [])) continue;
    if (FURNITURE.test(namesOf(block.element)) || isSubtitle(block)) continue;
    const named = hasLeadName(block.element);
    const below = start >= 0 && index > start;
    if (!(named && block.text.length >= 40) && !(below && block.prose)) continue;
    if (block.linked > block.text.length * 0.3) continue;
    if (!named && !isBelow(near, block.element) && !besideHeadline(blocks[start], block)) continue;
    if (body.some(other => other.text.startsWith(block.text.slice(0, 60)))) continue;
    lead.push(block);
  }
  return lead.length <= MAX_LEAD ? lead : [];
}

/** The maximum distance of an introduction above the body, and its maximum number of lines. */
const REACH = 25;
const MAX_LEAD = 4;

/** An introduction without a name is in the same part of the page as the body. */
function nearbyOf(best: HtmlElement): HtmlElement {
  let near = best;
  for (let level = 0; level < LEVELS_ABOVE && near.parent && near.parent.tag !== 'body'; level++)
    near = near.parent;
  return near;
}

const LEVELS_ABOVE = 4;

function besideHeadline(headline: TextBlock | undefined, block: TextBlock): boolean {
  const parent = headline?.element.parent;
  return parent !== null && parent !== undefined && parent.tag !== 'body' && block.element.parent === parent;
}

function isBelow(ancestor: HtmlElement, element: HtmlElement): boolean {
  for (let at: HtmlElement | null = element; at; at = at.parent) if (at === ancestor) return true;
  return false;
}

function headlineBefore(
  blocks: readonly TextBlock[],
  first: number,
  isTitle: (text: string) => boolean,
): number {
  for (let index = first - 1; index >= Math.max(0, first - REACH); index--) {
    const block = blocks[index];
    if (block && (block.heading === 1 || (block.heading > 0 && isTitle(block.text)))) return index;
  }
  return -1;
}

/** A subtitle is a part of the headline, an introduction is a part of the text. */
function isSubtitle({ element, heading, text }: TextBlock): boolean {
  return text.length < MAX_SUBTITLE && (heading > 1 || SUBTITLE_NAMES.test(namesOf(element)));
}

/** A longer text is an introduction. */
const MAX_SUBTITLE = 220;

function hasLeadName(element: HtmlElement): boolean {
  let at: HtmlElement | null = element;
  for (let level = 0; at && level < 3; level++, at = at.parent) {
    if (LEAD_NAMES.test(namesOf(at)) || at.attributes['itemprop'] === 'description') return true;
  }
  return false;
}
