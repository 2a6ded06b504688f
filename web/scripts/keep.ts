import { submitForm } from './submit-form.ts';

/**
 * Saves a story or marks it as read without leaving the page, so that readers keep their scroll position. If
 * the request fails, the form is submitted instead.
 */
document.addEventListener('submit', event => {
  const { target, submitter } = event;
  if (!(target instanceof HTMLFormElement) || target.id !== 'keep') return;
  if (!(submitter instanceof HTMLButtonElement)) return;
  event.preventDefault();
  void keep(target, submitter);
});

async function keep(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const action = STORY_ACTIONS[button.name];
  if (!action) return;
  const answer = await fetch(action.path(button.value), { method: action.method }).catch(() => null);
  if (!answer?.ok) return submitForm(form, button);
  button.name = action.next;
  button.setAttribute('aria-pressed', String(action.next.startsWith('un')));
}

const STORY_ACTIONS: Readonly<Record<string, StoryAction>> = {
  save: { method: 'PUT', path: id => `/api/v1/account/saved/${id}`, next: 'unsave' },
  unsave: { method: 'DELETE', path: id => `/api/v1/account/saved/${id}`, next: 'save' },
  read: { method: 'PUT', path: id => `/api/v1/stories/${id}/visit`, next: 'unread' },
  unread: { method: 'DELETE', path: id => `/api/v1/stories/${id}/visit`, next: 'read' },
};

interface StoryAction {
  readonly method: string;
  readonly path: (id: string) => string;
  readonly next: string;
}
