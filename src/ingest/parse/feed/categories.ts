import type { FeedCategory } from '../../../model/feed-document.ts';
import { LIMITS } from './limits.ts';
import { readPlainText } from './texts.ts';
import type { XmlElement } from './xml/element.ts';

/** Atom, iTunes and CDF write a category in attributes, RSS and Dublin Core as text. */
export function readCategory(element: XmlElement, add: AddCategory): void {
  const term = element.attribute('term') ?? element.attribute('text') ?? readPlainText(element);
  const label = element.attribute('label');
  const scheme = element.attribute('scheme') ?? element.attribute('domain');
  const name = label?.trim() || term?.trim();
  if (name) add({ name, term: term?.trim() || name, scheme: scheme?.trim() || null });
  for (const child of element.children) if (child.key === element.key) readCategory(child, add);
}

/** Keywords are one text, separated by commas. */
export function readKeywords(element: XmlElement, add: AddCategory): void {
  for (const word of (readPlainText(element) ?? '').split(/[,;]/)) {
    const term = word.trim();
    if (term !== '') add({ name: term, term, scheme: null });
  }
}

export function addCategory(categories: FeedCategory[], category: FeedCategory): void {
  if (categories.length >= LIMITS.list) return;
  const known = categories.some(({ term, scheme }) => term === category.term && scheme === category.scheme);
  if (!known) categories.push(category);
}

export type AddCategory = (category: FeedCategory) => void;
