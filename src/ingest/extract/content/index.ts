import type { HtmlElement } from '../dom/element.ts';
import { type Block, collectBlocks } from './blocks.ts';
import { bestCandidate } from './candidates.ts';
import { type Measures, measureTree } from './measure.ts';
import { normalise } from './normalise.ts';
import { articleBlocks, insideOf } from './region.ts';
import { serialise } from './serialise.ts';
import { strip } from './strip.ts';

/**
 * Finds the article in a page: what is not the article is stripped, the element with the best text is chosen,
 * and its lines are sifted. Where that leaves next to nothing, the page is read again without believing the
 * names of its elements. `parse` gives a fresh tree each time, because stripping changes it.
 */
export function findContent(
  document: HtmlElement,
  parse: () => HtmlElement,
  titles: readonly string[],
): Content {
  const measures = measureTree(document);
  const whole = measures.get(document)?.text ?? 0;
  const found = attempt(document, measures, titles, true);
  if (found.length >= TOO_SHORT || whole <= found.length * 2) return found.content();
  const fresh = parse();
  const again = attempt(fresh, measureTree(fresh), titles, false);
  return (again.length > found.length * 2 ? again : found).content();
}

export interface Content {
  readonly lines: readonly string[];
  readonly html: string;
}

const TOO_SHORT = 300;

function attempt(
  document: HtmlElement,
  measures: ReadonlyMap<HtmlElement, Measures>,
  titles: readonly string[],
  byNames: boolean,
): Attempt {
  strip(document, measures, byNames);
  normalise(document);
  const blocks = collectBlocks(document);
  const best = bestCandidate(document, blocks);
  if (!best) return { length: 0, content: () => ({ lines: [], html: '' }) };
  const { lead, body } = articleBlocks(best, blocks, titles);
  const length = [...lead, ...body].reduce((sum, block) => sum + block.text.length, 0);
  return { length, content: () => write(best, blocks, lead, body) };
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
  readonly content: () => Content;
}
