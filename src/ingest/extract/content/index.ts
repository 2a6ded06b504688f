import type { HtmlElement } from '../dom/element.ts';
import { type Block, collectBlocks } from './blocks.ts';
import { bestCandidate, isNamedBody } from './candidates.ts';
import { type Measures, measureTree } from './measure.ts';
import { normalise } from './normalise.ts';
import { articleBlocks, insideOf, type Known } from './region.ts';
import { serialise } from './serialise.ts';
import { strip } from './strip.ts';
import { findTeasers } from './teasers.ts';

/**
 * Finds the article in a page: what is not the article is stripped, the element with the best text is chosen,
 * and its lines are sifted. Where that leaves next to nothing, the page is read again without believing the
 * names of its elements. `parse` gives a fresh tree each time, because stripping changes it.
 */
export function findContent(document: HtmlElement, parse: () => HtmlElement, known: Known): Content {
  const measures = measureTree(document);
  const whole = measures.get(document)?.text ?? 0;
  const found = attempt(document, measures, known, true);
  if (whole <= found.length * 2) return found.content();
  const prose = measures.get(document)?.prose ?? 0;
  const doubtful = !found.named && found.length < Math.min(SHORT, prose * SMALL_SHARE);
  if (found.length >= TOO_SHORT && !doubtful) return found.content();
  const fresh = parse();
  const again = attempt(fresh, measureTree(fresh), known, false);
  const better =
    found.length < TOO_SHORT
      ? again.length > found.length * 2
      : again.named && again.length > found.length * 3;
  return (better ? again : found).content();
}

export interface Content {
  readonly lines: readonly string[];
  readonly html: string;
}

const TOO_SHORT = 300;
const SHORT = 1_000;
/** A smaller part of the page's prose than this may mean that the article itself was taken for furniture. */
const SMALL_SHARE = 0.25;

function attempt(
  document: HtmlElement,
  measures: ReadonlyMap<HtmlElement, Measures>,
  known: Known,
  byNames: boolean,
): Attempt {
  strip(document, measures, byNames);
  normalise(document);
  const blocks = collectBlocks(document, byNames ? findTeasers(document, measures) : new Set());
  const best = bestCandidate(document, blocks);
  if (!best) return { length: 0, named: false, content: () => ({ lines: [], html: '' }) };
  const { lead, body } = articleBlocks(best, blocks, known);
  const length = [...lead, ...body].reduce((sum, block) => sum + block.text.length, 0);
  return { length, named: isNamedBody(best), content: () => write(best, blocks, lead, body) };
}

function write(
  best: HtmlElement,
  blocks: readonly Block[],
  lead: readonly Block[],
  body: readonly Block[],
): Content {
  const kept = new Set(body.map(block => block.element));
  const dropped = new Set(
    insideOf(best, blocks)
      .filter(({ element, caption }) => !kept.has(element) && !caption)
      .map(({ element }) => element),
  );
  return { lines: [...lead, ...body].map(block => block.text), html: serialise(best, lead, dropped) };
}

interface Attempt {
  readonly length: number;
  /** The page itself calls the chosen element its article. */
  readonly named: boolean;
  readonly content: () => Content;
}
