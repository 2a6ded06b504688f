import { ENDS_DRAWING, HIDDEN, VISIBLE_INSIDE } from './elements.ts';

/** Tracks whether the current position is inside content that is never shown. */
export class HiddenContent {
  #inside = '';
  #depth = 0;

  get isActive(): boolean {
    return this.#inside !== '';
  }

  isInside(name: string): boolean {
    return this.#inside === name;
  }

  /** Called first for every start tag. */
  hides(name: string, selfClosing: boolean): boolean {
    if (this.#inside === '') return false;
    if (this.#inside === 'svg' && ENDS_DRAWING.has(name)) {
      this.#inside = '';
      return false;
    }
    if (name === this.#inside && NESTING.has(name) && !selfClosing) this.#depth++;
    return !VISIBLE_INSIDE.get(this.#inside)?.has(name);
  }

  /** Called for every visible start tag. An element without an end tag hides nothing. */
  enter(name: string, selfClosing: boolean, endFollows: () => boolean): void {
    if (this.#inside !== '' || !HIDDEN.has(name)) return;
    if (name === 'svg' ? selfClosing : !endFollows()) return;
    this.#inside = name;
    this.#depth = 1;
  }

  /** Called first for every end tag. */
  hidesEnd(name: string): boolean {
    if (this.#inside === '') return false;
    if (name !== this.#inside) return !VISIBLE_INSIDE.get(this.#inside)?.has(name);
    this.#depth--;
    if (this.#depth === 0) this.#inside = '';
    return false;
  }
}

const NESTING = new Set(['svg', 'template']);
