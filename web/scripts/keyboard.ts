/**
 * WEB-5: j and k move between stories, o opens one, s saves it, m marks it as read, / searches, ? lists the
 * keys. Keys without a target on this page, and keys typed into a field, do nothing.
 */
const STOPS = '[data-story] :is(h2, h3) a, .coverage > li > h3 a, .ranked h3 a';

document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isWriting(event.target)) return;
  if (keyList()?.open) return;
  const done = ACTIONS[event.key]?.() ?? false;
  if (done) event.preventDefault();
});

const ACTIONS: Readonly<Record<string, () => boolean>> = {
  j: () => step(1),
  k: () => step(-1),
  o: () => click(here()),
  s: () => click(buttonFor('s')),
  m: () => click(buttonFor('m')),
  '/': search,
  '?': () => {
    keyList()?.showModal();
    return true;
  },
};

document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('#keys button')) keyList()?.close();
});

function stops(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(STOPS)].filter(stop => stop.checkVisibility());
}

/** The focused story. */
function here(): HTMLElement | undefined {
  return stops().find(stop => stop.matches(':focus'));
}

function step(by: 1 | -1): boolean {
  const all = stops();
  const at = all.findIndex(stop => stop.matches(':focus'));
  const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by];
  next?.focus();
  next?.scrollIntoView({ block: 'center', behavior: 'instant' });
  return next !== undefined;
}

/** The button of the focused story, else that of the page. */
function buttonFor(key: string): HTMLElement | undefined {
  const near = document.activeElement?.closest('[data-story], [data-article]');
  const found = (near ?? document).querySelector<HTMLElement>(`[data-key="${key}"]`);
  return found ?? document.querySelector<HTMLElement>(`main > * [data-key="${key}"]`) ?? undefined;
}

function click(element: HTMLElement | undefined): boolean {
  element?.click();
  return element !== undefined;
}

function search(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>('input[data-suggest]');
  const field = [...fields].find(each => each.checkVisibility());
  field?.focus();
  return field !== undefined || click(document.querySelector<HTMLElement>('a[href="/search"]') ?? undefined);
}

function keyList(): HTMLDialogElement | null {
  return document.querySelector<HTMLDialogElement>('#keys');
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
