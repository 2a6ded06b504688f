import { LIMITS } from '../limits.ts';

/**
 * An element of a feed: either a text (`text`), or a text with markup as written (`markup`), or children.
 */
export class XmlElement {
  readonly key: string;
  /** As written, to find the closing tag. */
  readonly name: string;
  /** Alternating lower-case names and values. */
  readonly attributes: readonly string[];
  /** The base of relative addresses inside. */
  readonly base: string | null;
  /** `xml:lang` of this or an outer element. */
  readonly language: string | null;
  text = '';
  markup: string | null = null;
  children: XmlElement[] = NO_CHILDREN;

  constructor(
    key: string,
    name: string,
    attributes: readonly string[],
    base: string | null,
    language: string | null,
  ) {
    this.key = key;
    this.name = name;
    this.attributes = attributes;
    this.base = base;
    this.language = language;
  }

  attribute(name: string): string | null {
    const { attributes } = this;
    for (let index = 0; index < attributes.length; index += 2) {
      if (attributes[index] === name) return attributes[index + 1] ?? null;
    }
    return null;
  }

  /** False when the element has too many children and drops this one. */
  append(child: XmlElement): boolean {
    if (this.children === NO_CHILDREN) this.children = [child];
    else if (this.children.length < LIMITS.children) this.children.push(child);
    else return false;
    return true;
  }

  child(key: string): XmlElement | undefined {
    return this.children.find(child => child.key === key);
  }
}

/** Shared by all elements without children; `append` replaces it with a new list. */
const NO_CHILDREN: XmlElement[] = [];
