import type { Suggestion } from './asking.ts';

/** The list under a field, which one of it is looked at, and what those who do not see it are told. */
export class SuggestionList {
  readonly #field: HTMLInputElement;
  readonly #list = document.createElement('ul');
  readonly #status = document.createElement('p');
  /** -1 while the reader is in the text. */
  #at = -1;

  constructor(field: HTMLInputElement, onChosen: (text: string) => void) {
    this.#field = field;
    const list = this.#list;
    list.id = `${field.id}-suggestions`;
    list.className = 'suggestions';
    list.hidden = true;
    set(list, { role: 'listbox', 'aria-label': this.#word('list') });
    set(this.#status, { role: 'status', class: 'visually-hidden' });
    set(field, {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': 'false',
      'aria-controls': list.id,
    });
    field.after(list, this.#status);
    // The focus stays in the field, whatever is pressed in the list.
    list.addEventListener('mousedown', event => event.preventDefault());
    list.addEventListener('click', ({ target }) => {
      const option = target instanceof Element ? target.closest('[role="option"]') : null;
      if (option) onChosen(textOf(option));
    });
  }

  get isOpen(): boolean {
    return !this.#list.hidden;
  }

  /** What the reader has gone to; null while they are in the text. */
  get chosen(): string | null {
    const option = this.isOpen ? this.#list.children[this.#at] : undefined;
    return option ? textOf(option) : null;
  }

  show(found: readonly Suggestion[], isNothingTold: boolean): void {
    this.#list.replaceChildren(...found.map((each, index) => this.#option(each, index)));
    this.#list.scrollTop = 0;
    this.#goTo(-1);
    this.#open(found.length > 0);
    this.#status.textContent = found.length > 0 || isNothingTold ? this.#count(found.length) : '';
  }

  close(): void {
    this.#goTo(-1);
    this.#open(false);
    this.#status.textContent = '';
  }

  /** Down from the field to the first and from the last back to it, or the other way round. */
  step(by: 1 | -1): void {
    const places = this.#list.children.length + 1;
    this.#goTo(((this.#at + 1 + by + places) % places) - 1);
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
    what.textContent = this.#word(kind);
    // A word of the articles is what it is.
    option.append(words, ...(what.textContent === '' ? [] : [' ', what]));
    return option;
  }

  #count(found: number): string {
    if (found === 0) return this.#word('none');
    return this.#word(found === 1 ? 'one' : 'other').replace('#', String(found));
  }

  /** In the words of the page, which the field brought along. */
  #word(name: string): string {
    return this.#field.dataset[name] ?? '';
  }
}

function textOf(option: Element): string {
  return option.querySelector('span')?.textContent ?? '';
}

function set(element: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}
