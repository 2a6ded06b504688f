import type { Suggestion } from './suggestion-requests.ts';

/** The list under a field, its active option, and its status for screen readers. */
export class SuggestionList {
  readonly #field: HTMLInputElement;
  readonly #list = document.createElement('ul');
  readonly #status = document.createElement('p');
  /** The index of the active option; -1 while the reader edits the text. */
  #at = -1;

  constructor(field: HTMLInputElement, onChosen: (text: string) => void) {
    this.#field = field;
    const list = this.#list;
    list.id = `${field.id}-suggestions`;
    list.className = 'suggestions';
    list.hidden = true;
    set(list, { role: 'listbox', 'aria-label': this.#text('list') });
    set(this.#status, { role: 'status', class: 'visually-hidden' });
    set(field, {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': 'false',
      'aria-controls': list.id,
    });
    field.after(list, this.#status);
    // Clicks in the list must not take the focus from the field.
    list.addEventListener('mousedown', event => event.preventDefault());
    list.addEventListener('click', ({ target }) => {
      const option = target instanceof Element ? target.closest('[role="option"]') : null;
      if (option) onChosen(textOf(option));
    });
  }

  get isOpen(): boolean {
    return !this.#list.hidden;
  }

  /** The active option; null while the reader edits the text. */
  get chosen(): string | null {
    const option = this.isOpen ? this.#list.children[this.#at] : undefined;
    return option ? textOf(option) : null;
  }

  show(found: readonly Suggestion[], announcesNone: boolean): void {
    this.#list.replaceChildren(...found.map((each, index) => this.#option(each, index)));
    this.#list.scrollTop = 0;
    this.#goTo(-1);
    this.#open(found.length > 0);
    this.#status.textContent = found.length > 0 || announcesNone ? this.#count(found.length) : '';
  }

  close(): void {
    this.#goTo(-1);
    this.#open(false);
    this.#status.textContent = '';
  }

  /** Moves by one option; from the last option back to the field, and the other way round. */
  step(by: 1 | -1): void {
    const positions = this.#list.children.length + 1;
    this.#goTo(((this.#at + 1 + by + positions) % positions) - 1);
  }

  goBackToField(): void {
    this.#goTo(-1);
  }

  #goTo(at: number): void {
    this.#list.children[this.#at]?.setAttribute('aria-selected', 'false');
    this.#at = at;
    const option = this.#list.children[at];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    if (option) this.#field.setAttribute('aria-activedescendant', option.id);
    else this.#field.removeAttribute('aria-activedescendant');
  }

  #open(isOpen: boolean): void {
    this.#list.hidden = !isOpen;
    this.#field.setAttribute('aria-expanded', String(isOpen));
  }

  #option({ text, kind }: Suggestion, index: number): HTMLLIElement {
    const option = document.createElement('li');
    option.id = `${this.#list.id}-${index}`;
    set(option, { role: 'option', 'aria-selected': 'false' });
    const words = document.createElement('span');
    words.dir = 'auto';
    words.textContent = text;
    const what = document.createElement('small');
    what.textContent = this.#text(kind);
    // Words of articles have no kind to show.
    option.append(words, ...(what.textContent === '' ? [] : [' ', what]));
    return option;
  }

  #count(found: number): string {
    if (found === 0) return this.#text('none');
    return this.#text(found === 1 ? 'one' : 'other').replace('#', String(found));
  }

  /** The texts are data attributes of the field. */
  #text(name: string): string {
    return this.#field.dataset[name] ?? '';
  }
}

function textOf(option: Element): string {
  return option.querySelector('span')?.textContent ?? '';
}

function set(element: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}
