import { submitForm } from './submit-form.ts';

/**
 * INT-1: sends what a reader says about a story without leaving the page, and shows the result with its undo in place of the
 * story, or below its menu. If the request fails, the form is submitted instead.
 */
const ACTION = '/stories/feedback';

document.addEventListener('submit', event => {
  const { target, submitter } = event;
  // A field named `action` would hide the property.
  if (!(target instanceof HTMLFormElement) || target.getAttribute('action') !== ACTION) return;
  if (!(submitter instanceof HTMLButtonElement)) return;
  event.preventDefault();
  void send(target, submitter);
});

document.addEventListener('click', ({ target }) => closeMenus(target));
document.addEventListener('keydown', ({ key }) => KEYS[key]?.());

const KEYS: Readonly<Record<string, () => void>> = {
  Escape: () => {
    const open = document.querySelector<HTMLDetailsElement>('.feedback[open]');
    closeMenus(null);
    open?.querySelector('summary')?.focus();
  },
};

function closeMenus(except: EventTarget | null): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('.feedback[open]'))
    if (!(except instanceof Node && menu.contains(except))) menu.open = false;
}

async function send(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const body = new URLSearchParams([[button.name, button.value]]);
  for (const [name, value] of new FormData(form)) body.append(name, String(value));
  body.set('back', ACTION);
  const response = await fetch(ACTION, { method: 'POST', body }).catch(() => null);
  const notice = response?.ok ? noticeIn(await response.text()) : null;
  if (!notice) return submitForm(form, button);
  for (const back of notice.querySelectorAll<HTMLInputElement>('[name=back]'))
    back.value = location.pathname + location.search;
  show(notice, form, button);
}

function noticeIn(page: string): HTMLElement | null {
  const notice = new DOMParser().parseFromString(page, 'text/html').querySelector('#feedback-notice');
  return notice instanceof HTMLElement ? document.importNode(notice, true) : null;
}

/** An undo replaces the notice that offered it, and brings the story back. */
function show(notice: HTMLElement, form: HTMLFormElement, button: HTMLButtonElement): void {
  notice.removeAttribute('id');
  const menu = button.closest<HTMLDetailsElement>('.feedback');
  const card = button.closest<HTMLElement>('.card');
  if (menu) menu.open = false;
  const earlier = menu ? nextNotice(menu) : form.closest('.notice');
  if (earlier?.nextElementSibling instanceof HTMLElement) earlier.nextElementSibling.hidden = false;
  if (earlier) earlier.replaceWith(notice);
  else if (card && button.name.startsWith('hide')) hide(card, notice);
  else menu?.parentElement?.after(notice);
  const undo = notice.querySelector('button');
  if (!undo) notice.tabIndex = -1;
  (undo ?? notice).focus();
}

function nextNotice(menu: HTMLElement): Element | null {
  const next = menu.parentElement?.nextElementSibling;
  return next?.matches('.notice') ? next : null;
}

function hide(card: HTMLElement, notice: HTMLElement): void {
  card.hidden = true;
  card.before(notice);
}
