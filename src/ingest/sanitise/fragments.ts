import { escapeAttribute } from './escaping.ts';

/**
 * Links inside an article, such as footnotes. Ids of the article could clash with ids of the page around it, so every id
 * gets a prefix, and only ids that a link targets are written. They are known at the end: the tags concerned are noted
 * and written again then.
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

  /** True when the tag at this index is only a link target, such as `<a name="note-1"></a>`. */
  isTarget(index: number): boolean {
    const last = this.#noted.at(-1);
    if (last?.index !== index || last.tag.name !== 'a') return false;
    return last.tag.id !== undefined && last.tag.fragment === undefined && last.tag.attributes === undefined;
  }

  /** The chunks from this index on were removed. */
  forgetFrom(index: number): void {
    for (let last = this.#noted.at(-1); last && last.index >= index; last = this.#noted.at(-1)) {
      this.#noted.pop();
      if (last.tag.id !== undefined) this.#named.delete(last.tag.id);
    }
  }

  /** Writes ids and links that match. Returns true when an empty target without a link must be dropped. */
  resolve(chunks: string[]): boolean {
    const targets = new Set(this.#noted.map(({ tag }) => tag.fragment));
    let lostReason = false;
    for (const { index, tag } of this.#noted) {
      const isTarget = tag.id !== undefined && targets.has(tag.id);
      const isFound = tag.fragment !== undefined && this.#named.has(tag.fragment);
      if (isTarget || isFound) chunks[index] = startTagText(tag, isTarget, isFound);
      lostReason ||= tag.name === 'a' && tag.id !== undefined && !isTarget;
    }
    return lostReason;
  }
}

/** The text of a tag; without a target in the article, the link leads to the publisher's page. */
export function startTagText(tag: StartTag, isTarget = false, isFound = false): string {
  const id = isTarget ? ` id="${PREFIX}${tag.id}"` : '';
  const link = isFound ? ` href="#${PREFIX}${tag.fragment}"` : (tag.fallback ?? '');
  return `<${tag.name}${id}${link}${tag.attributes ?? ''}>`;
}

/** The id without our prefix, or undefined when it has unsafe characters. */
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
  /** Serialised attributes, each with a leading blank. */
  readonly attributes?: string | undefined;
  /** The id that links in the article may target. */
  readonly id?: string | undefined;
  /** The id that the link targets. */
  readonly fragment?: string | undefined;
  /** The attributes of the link when the article has no such id. */
  readonly fallback?: string | undefined;
}

interface NotedTag {
  readonly index: number;
  readonly tag: StartTag;
}
