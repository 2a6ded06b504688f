import type { HtmlElement } from '../dom/element.ts';
import type { TextBlock } from './blocks.ts';

/**
 * Pages that go on without end put the next articles below the first, each with a headline of its own. Only the
 * article whose headline is the page's is kept. Where the headline stands above all of them, they are parts of
 * one: the entries of a live report.
 */
export function dropOtherArticles(
  best: HtmlElement,
  blocks: readonly TextBlock[],
  isTitle: (text: string) => boolean,
): TextBlock[] {
  const headline = blocks.find(({ heading, text }) => heading > 0 && heading < 3 && isTitle(text));
  const home = headline && outermostArticle(headline.element, best);
  if (!home) return [...blocks];
  const own = blocks.filter(({ element }) => outermostArticle(element, best) === home);
  const prose = own.reduce((sum, block) => sum + (block.prose ? block.text.length : 0), 0);
  if (prose < ENOUGH) return [...blocks];
  return blocks.filter(({ element }) => {
    const article = outermostArticle(element, best);
    return article === null || article === home;
  });
}

/** A headline alone in its element says nothing about the others. */
const ENOUGH = 300;

/** The highest element below `best` that holds an article of its own, around the given one. */
function outermostArticle(element: HtmlElement, best: HtmlElement): HtmlElement | null {
  let found: HtmlElement | null = null;
  for (let at: HtmlElement | null = element; at && at !== best; at = at.parent)
    if (at.tag === 'article') found = at;
  return found;
}
