/**
 * Does something to the page when all of it is there. Scripts that nothing waits for run when they come: one that the
 * parser waited for would put off where a link leads to on the page until after the first paint, and the page would jump.
 */
export function whenReady(work: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', work, { once: true });
  else work();
}
