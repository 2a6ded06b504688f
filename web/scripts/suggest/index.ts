import { whenReady } from '../ready.ts';
import { SuggestionList } from './suggestion-list.ts';
import { SuggestionRequests } from './suggestion-requests.ts';

/**
 * SRCH-7: suggestions while the reader types, as a combobox with a listbox (ARIA 1.2). The focus stays in the
 * field, and its text changes only when the reader chooses a suggestion.
 *
 *   closed  --types, clicks the field, arrow down-->  requested  --response-->  open, if there are suggestions
 *   open    --Escape, leaves, chooses, submits-->     closed
 *   closed  --Escape-->                               the field is cleared
 */
whenReady(() => {
  for (const field of document.querySelectorAll<HTMLInputElement>('input[data-suggest]')) suggestFor(field);
});

function suggestFor(field: HTMLInputElement): void {
  const list = new SuggestionList(field, text => choose(text));
  const requests = new SuggestionRequests((q, found) => list.show(found, q.trim() !== ''));
  const leave = () => {
    requests.cancel();
    list.close();
  };
  const choose = (text: string) => {
    field.value = text;
    leave();
    field.form?.requestSubmit();
  };
  /** Each returns whether the list handled the key. */
  const keys: Readonly<Record<string, (event: KeyboardEvent) => boolean>> = {
    ArrowDown: ({ altKey }) => {
      if (list.isOpen && !altKey) list.step(1);
      else requests.send(field.value);
      return true;
    },
    ArrowUp: ({ altKey }) => {
      if (altKey) leave();
      else if (list.isOpen) list.step(-1);
      return true;
    },
    Escape: () => {
      if (!list.isOpen) field.value = '';
      leave();
      return true;
    },
    Enter: () => {
      const { chosen } = list;
      if (chosen === null) leave();
      else choose(chosen);
      return chosen !== null;
    },
  };
  field.addEventListener('input', () => {
    list.goBackToField();
    requests.sendDebounced(field.value);
  });
  field.addEventListener('click', () => {
    if (!list.isOpen) requests.send(field.value);
  });
  field.addEventListener('blur', leave);
  field.addEventListener('keydown', event => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const key = keys[event.key];
    // Any other key edits the text, which leaves the list.
    if (!key) list.goBackToField();
    else if (key(event)) event.preventDefault();
  });
}
