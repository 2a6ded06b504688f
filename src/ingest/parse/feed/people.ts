import type { FeedPerson } from '../../../model/feed-document.ts';
import { htmlToText } from '../text/html-text.ts';
import { LIMITS } from './limits.ts';
import type { DocumentScope } from './scope.ts';
import { readPlainText } from './texts.ts';
import type { XmlElement } from './xml/element.ts';

/** A person from an element: with children as in Atom, or a line of text as in RSS. */
export function readPerson(element: XmlElement, scope: DocumentScope): FeedPerson | null {
  if (element.children.length === 0) return parsePerson(readPlainText(element) ?? '');
  const part = (...names: string[]) => partOf(element, names);
  const name = part('name', 'title');
  const email = part('email', 'mbox');
  const urlElement = element.children.find(child => /:(?:uri|url|homepage)$/.test(child.key));
  const url = urlElement === undefined ? null : scope.address(urlElement, urlElement.text);
  const fromName = parsePerson(name ?? element.text);
  if (fromName === null && email === null) return null;
  return { name: fromName?.name ?? email ?? '', email: email ?? fromName?.email ?? null, url };
}

/** `mail@example.org (Name)`, `Name (mail)`, `Name <mail>`, or one of the two alone. */
export function parsePerson(line: string): FeedPerson | null {
  const text = htmlToText(line.slice(0, LIMITS.titleLength));
  if (text === '') return null;
  const email = EMAIL.exec(text)?.[0] ?? null;
  if (email === null) return { name: text, email: null, url: null };
  const rest = text
    .replace(email, '')
    .replace(/mailto:/i, '')
    .replace(/[<([]\s*[>)\]]/g, '')
    .trim();
  const name = (/^\((.*)\)$/.exec(rest)?.[1] ?? rest).replace(/^["'\s,;:<-]+|["'\s,;:<-]+$/g, '');
  return { name: name || email, email, url: null };
}

/** Adds a person unless one with the same name exists. */
export function addPerson(people: FeedPerson[], person: FeedPerson | null): void {
  if (person === null || people.length >= LIMITS.list) return;
  if (!people.some(known => known.name === person.name)) people.push(person);
}

function partOf(element: XmlElement, names: readonly string[]): string | null {
  for (const child of element.children) {
    const local = child.key.slice(child.key.indexOf(':') + 1);
    if (names.includes(local)) return readPlainText(child);
  }
  return null;
}

const EMAIL = /[\w.+%'-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/;
