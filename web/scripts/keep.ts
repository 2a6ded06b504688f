/**
 * Saves a story or marks it as read where it stands: the page stays as it is, so nobody loses their place. What does not
 * work here is sent as the form that it is.
 */
document.addEventListener('submit', event => {
  const { target, submitter } = event;
  if (!(target instanceof HTMLFormElement) || target.id !== 'keep') return;
  if (!(submitter instanceof HTMLButtonElement)) return;
  event.preventDefault();
  void keep(target, submitter);
});

async function keep(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const deed = DEEDS[button.name];
  if (!deed) return;
  const answer = await fetch(deed.path(button.value), { method: deed.method }).catch(() => null);
  if (!answer?.ok) return sendWhole(form, button);
  button.name = deed.next;
  button.setAttribute('aria-pressed', String(deed.next.startsWith('un')));
}

const DEEDS: Readonly<Record<string, Deed>> = {
  save: { method: 'PUT', path: id => `/api/v1/account/saved/${id}`, next: 'unsave' },
  unsave: { method: 'DELETE', path: id => `/api/v1/account/saved/${id}`, next: 'save' },
  read: { method: 'PUT', path: id => `/api/v1/stories/${id}/visit`, next: 'unread' },
  unread: { method: 'DELETE', path: id => `/api/v1/stories/${id}/visit`, next: 'read' },
};

function sendWhole(form: HTMLFormElement, { name, value }: HTMLButtonElement): void {
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = name;
  field.value = value;
  form.append(field);
  form.submit();
}

interface Deed {
  readonly method: string;
  readonly path: (id: string) => string;
  readonly next: string;
}
