/**
 * Runs `work` when the document is parsed. Our scripts are async: deferred ones would delay scrolling to the
 * fragment of the address until after the first paint, and the page would jump.
 */
export function whenReady(work: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', work, { once: true });
  else work();
}
