import { ENDS_DRAWING, HIDDEN, VISIBLE_INSIDE } from './elements.ts';

/** Knows whether the place in the document is inside something that readers never see. */
export class HiddenContent {
  #inside = '';
  #depth = 0;

  get isActive(): boolean {
    return this.#inside !== '';
  }

  isInside(name: string): boolean {
    return this.#inside === name;
  }

  /** Called for every start tag first. */
  hides(name: string, selfClosing: boolean): boolean {
    if (this.#inside === '') return false;
    if (this.#inside === 'svg' && ENDS_DRAWING.has(name)) {
      this.#inside = '';
      return false;
    }
    if (name === this.#inside && NESTING.has(name) && !selfClosing) this.#depth++;
    return !VISIBLE_INSIDE.get(this.#inside)?.has(name);
  }

  /** Called for every start tag that is not hidden. What never ends hides nothing, for then it was no such thing. */
  enter(name: string, selfClosing: boolean, endFollows: () => boolean): void {
    if (this.#inside !== '' || !HIDDEN.has(name)) return;
    if (name === 'svg' ? selfClosing : !endFollows()) return;
    this.#inside = name;
    this.#depth = 1;
  }

  /** Called for every end tag first. */
  hidesEnd(name: string): boolean {
    if (this.#inside === '') return false;
    if (name !== this.#inside) return !VISIBLE_INSIDE.get(this.#inside)?.has(name);
    this.#depth--;
    if (this.#depth === 0) this.#inside = '';
    return false;
  }
}

const NESTING = new Set(['svg', 'template']);
