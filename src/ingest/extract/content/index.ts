import { decodeHTML } from 'entities';
import { escapeMarkup } from '../../sanitise/escaping.ts';
import type { HtmlElement } from '../dom/element.ts';
import { collapse } from '../dom/text.ts';
import { collectBlocks, type TextBlock } from './blocks.ts';
import { bestCandidate, isNamedBody } from './candidates.ts';
import { type Measures, measureTree } from './measure.ts';
import { normalise } from './normalise.ts';
import { articleBlocks, insideOf, type KnownFacts } from './region.ts';
import { serialise } from './serialise.ts';
import { strip } from './strip.ts';
import { findTeasers } from './teasers.ts';

/**
 * Finds the article in a page: strips other content, chooses the element with the best text, and filters its lines. Where
 * that leaves almost nothing, the page is processed again without trusting the names of its elements. `parse` returns a
 * fresh tree each time, because stripping changes it.
 */
export function findContent(
  document: HtmlElement,
  parse: () => HtmlElement,
  known: KnownFacts,
): ExtractedContent {
  const measures = measureTree(document);
  const whole = measures.get(document)?.text ?? 0;
  const found = findWith(document, measures, known, true);
  if (whole <= found.length * 2) return found.content();
  const prose = measures.get(document)?.prose ?? 0;
  const doubtful = !found.named && found.length < Math.min(SHORT, prose * SMALL_SHARE);
  if (found.length >= TOO_SHORT && !doubtful) return found.content();
  const fresh = parse();
  const again = findWith(fresh, measureTree(fresh), known, false);
  const better =
    found.length < TOO_SHORT
      ? again.length > found.length * 2
      : again.named && again.length > found.length * 3;
  return (better ? again : found).content();
}

export interface ExtractedContent {
  readonly lines: readonly string[];
  readonly html: string;
}

const TOO_SHORT = 300;
const SHORT = 1_000;
/** A smaller share of the page's prose may mean that the article itself was stripped. */
const SMALL_SHARE = 0.25;

function findWith(
  document: HtmlElement,
  measures: ReadonlyMap<HtmlElement, Measures>,
  known: KnownFacts,
  byNames: boolean,
): ContentAttempt {
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
  blocks: readonly TextBlock[],
  lead: readonly TextBlock[],
  body: readonly TextBlock[],
): ExtractedContent {
  const kept = new Set(body.map(block => block.element));
  const dropped = new Set(
    insideOf(best, blocks)
      .filter(({ element, caption }) => !kept.has(element) && !caption)
      .map(({ element }) => element),
  );
  return { lines: [...lead, ...body].map(block => block.text), html: serialise(best, lead, dropped) };
}

interface ContentAttempt {
  readonly length: number;
  /** The page itself calls the chosen element its article. */
  readonly named: boolean;
  readonly content: () => ExtractedContent;
}

/**
 * The article body in the structured data of a page, for pages that are built by scripts. It is preferred only when it is
 * far longer than the extracted text, because it has neither headings nor links.
 */
export function preferDataBody(found: ExtractedContent, dataBody: string): ExtractedContent {
  if (dataBody.length < MIN_LENGTH) return found;
  const plain = decodeHTML(dataBody)
    .replace(/<\/(?:p|div|h\d|li|pre)>|<br\s*\/?>/gi, '\n')
    .replace(/<[^>]*>/g, '');
  const lines = plain
    .split(/[\r\n]+/)
    .map(collapse)
    .filter(line => line.length > 0);
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  const known = found.lines.reduce((sum, line) => sum + line.length, 0);
  if (length < known * MIN_RATIO) return found;
  return { lines, html: lines.map(line => `<p>${escapeMarkup(line)}</p>`).join('\n') };
}

const MIN_LENGTH = 400;
const MIN_RATIO = 2;
