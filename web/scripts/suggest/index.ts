import { whenReady } from '../ready.ts';
import { Asking } from './asking.ts';
import { SuggestionList } from './suggestion-list.ts';

/**
 * SRCH-7: suggestions while somebody types, as a combobox with a list (ARIA 1.2). The focus stays in the field, and what
 * is written there is the reader's own until they choose.
 *
 *   closed  --writes, presses the field, arrow down-->  asked  --answer-->  open, when there is something to show
 *   open    --Escape, leaves, chooses, sends-->         closed
 *   closed  --Escape-->                                 the field is emptied
 */
whenReady(() => {
  for (const field of document.querySelectorAll<HTMLInputElement>('input[data-suggest]')) suggestFor(field);
});

function suggestFor(field: HTMLInputElement): void {
  const list = new SuggestionList(field, text => choose(text));
  const asking = new Asking((q, found) => list.show(found, q.trim() !== ''));
  const leave = () => {
    asking.drop();
    list.close();
  };
  const choose = (text: string) => {
    field.value = text;
    leave();
    field.form?.requestSubmit();
  };
  /** Whether the key was for the list. */
  const keys: Readonly<Record<string, (event: KeyboardEvent) => boolean>> = {
    ArrowDown: ({ altKey }) => {
      if (list.isOpen && !altKey) list.step(1);
      else asking.now(field.value);
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
    asking.soon(field.value);
  });
  field.addEventListener('click', () => {
    if (!list.isOpen) asking.now(field.value);
  });
  field.addEventListener('blur', leave);
  field.addEventListener('keydown', event => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const key = keys[event.key];
    // Any other key is for the text: whoever goes on in it has left the list.
    if (!key) list.goBackToField();
    else if (key(event)) event.preventDefault();
  });
}
