import { escapeAttribute } from './escaping.ts';

/**
 * Links inside an article, as footnotes have them. Names of the article's own would clash with names of the
 * page around it, so every name gets a prefix, and only names that a link asks for are written at all. Which
 * those are is known at the end: tags that are concerned are noted and written again then.
 */
export class Fragments {
  readonly #noted: NotedTag[] = [];
  readonly #named = new Set<string>();

  note(index: number, tag: StartTag): void {
    // Of two elements with one name the first has it.
    const isTaken = tag.id !== undefined && this.#named.has(tag.id);
    const noted = isTaken ? withoutId(tag) : tag;
    if (noted.id === undefined && noted.fragment === undefined) return;
    if (noted.id !== undefined) this.#named.add(noted.id);
    this.#noted.push({ index, tag: noted });
  }

  /** True when the tag at this index does nothing but mark a place, as `<a name="note-1"></a>` does. */
  isTarget(index: number): boolean {
    const last = this.#noted.at(-1);
    if (last?.index !== index || last.tag.name !== 'a') return false;
    return last.tag.id !== undefined && last.tag.fragment === undefined && last.tag.attributes === undefined;
  }

  /** The chunks from this index on are gone. */
  forgetFrom(index: number): void {
    for (let last = this.#noted.at(-1); last && last.index >= index; last = this.#noted.at(-1)) {
      this.#noted.pop();
      if (last.tag.id !== undefined) this.#named.delete(last.tag.id);
    }
  }

  /** Writes names and links that found each other. Returns true when an empty element lost its only reason. */
  resolve(chunks: string[]): boolean {
    const asked = new Set(this.#noted.map(({ tag }) => tag.fragment));
    let lostReason = false;
    for (const { index, tag } of this.#noted) {
      const isAsked = tag.id !== undefined && asked.has(tag.id);
      const isFound = tag.fragment !== undefined && this.#named.has(tag.fragment);
      if (isAsked || isFound) chunks[index] = startTagText(tag, isAsked, isFound);
      lostReason ||= tag.name === 'a' && tag.id !== undefined && !isAsked;
    }
    return lostReason;
  }
}

/** A tag as it is written; without anything found, a link inside the article leads to the publisher's page. */
export function startTagText(tag: StartTag, isAsked = false, isFound = false): string {
  const id = isAsked ? ` id="${PREFIX}${tag.id}"` : '';
  const link = isFound ? ` href="#${PREFIX}${tag.fragment}"` : (tag.fallback ?? '');
  return `<${tag.name}${id}${link}${tag.attributes ?? ''}>`;
}

/** The name that an article gave, or undefined when it is one that we would rather not write. */
export function fragmentName(text: string): string | undefined {
  const name = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text;
  return NAME.test(name) && escapeAttribute(name) === name ? name : undefined;
}

function withoutId({ id: _, ...tag }: StartTag): StartTag {
  return tag;
}

const PREFIX = 'in-text-';
const NAME = /^[\p{L}\p{N}_:.-]{1,100}$/u;

export interface StartTag {
  readonly name: string;
  /** Attributes as they are written, each with a blank in front. */
  readonly attributes?: string | undefined;
  /** The name by which links of the article may ask for it. */
  readonly id?: string | undefined;
  /** The name that a link asks for. */
  readonly fragment?: string | undefined;
  /** The attributes of that link when nothing in the article has the name. */
  readonly fallback?: string | undefined;
}

interface NotedTag {
  readonly index: number;
  readonly tag: StartTag;
}
