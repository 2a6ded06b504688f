/**
 * WEB-5: j and k go from story to story, o opens, s and m press what the page offers for saving and marking, / searches,
 * ? lists the keys. A key without something to do on this page does nothing. Whoever writes is left alone.
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

/** The story that has the focus. */
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

/** The button of the story with the focus, else the page's own. */
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
