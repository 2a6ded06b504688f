import type { FeedCategory, FeedPerson } from '../../../model/feed-document.ts';
import { addCategory, readCategory, readKeywords } from './categories.ts';
import { addPerson, readPerson } from './people.ts';
import type { DocumentScope } from './scope.ts';
import type { XmlElement } from './xml/element.ts';

/** Elements with the same meaning in the head of a feed and in its items: authors and subjects. */
export function author(draft: AuthoredDraft, element: XmlElement): void {
  addPerson(draft.authors, readPerson(element, draft.scope));
}

export function fallbackAuthor(draft: AuthoredDraft, element: XmlElement): void {
  addPerson(draft.fallbackAuthors, readPerson(element, draft.scope));
}

export function category(draft: AuthoredDraft, element: XmlElement): void {
  readCategory(element, found => addCategory(draft.categories, found));
}

export function keywords(draft: AuthoredDraft, element: XmlElement): void {
  readKeywords(element, found => addCategory(draft.categories, found));
}

interface AuthoredDraft {
  readonly scope: DocumentScope;
  readonly authors: FeedPerson[];
  readonly fallbackAuthors: FeedPerson[];
  readonly categories: FeedCategory[];
}
