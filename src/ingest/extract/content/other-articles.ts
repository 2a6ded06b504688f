import type { HtmlElement } from '../dom/element.ts';
import type { TextBlock } from './blocks.ts';

/**
 * Pages with infinite scrolling put the next articles below the first, each with its headline. Only the article with the
 * page's headline is kept. Where the headline is above all of them, they are parts of one article: the entries of a live
 * report.
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

/** A headline alone in its element does not identify the article. */
const ENOUGH = 300;

/** The outermost `article` below `best` that contains the element. */
function outermostArticle(element: HtmlElement, best: HtmlElement): HtmlElement | null {
  let found: HtmlElement | null = null;
  for (let at: HtmlElement | null = element; at && at !== best; at = at.parent)
    if (at.tag === 'article') found = at;
  return found;
}
