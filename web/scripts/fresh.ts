import { whenReady } from './ready.ts';

/**
 * FEED-5: shows how many new stories there are, without changing the list that the reader is reading; a click
 * shows them. Checks once a minute while the page is visible. A feed counts new stories by its cursor, the
 * front page those first seen after its newest one.
 */
whenReady(() => {
  const pill = document.querySelector<HTMLAnchorElement>('[data-fresh], [data-count]');
  if (!pill) return;
  const refresh = async () => show(pill, await countFor(pill));
  setInterval(() => {
    if (document.visibilityState === 'visible') void refresh();
  }, Number(pill.dataset['everyMs']));
  document.addEventListener('broadsheet:refresh', () => void refresh());
});

async function countFor({ dataset }: HTMLAnchorElement): Promise<number> {
  const { count, fresh = '' } = dataset;
  if (count !== undefined) return ((await fetchJson(count)) as { count?: number } | null)?.count ?? 0;
  const stories = await fetchJson(`/api/v1/stories?limit=100&language=${document.documentElement.lang}`);
  const { items = [] } = (stories ?? {}) as { items?: readonly { firstSeenAt: string }[] };
  return items.filter(({ firstSeenAt }) => firstSeenAt > fresh).length;
}

/** Null on failure; the next interval tries again. */
async function fetchJson(path: string): Promise<unknown> {
  const answer = await fetch(path).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

function show(pill: HTMLAnchorElement, count: number): void {
  if (count === 0) return;
  const text = count === 1 ? pill.dataset['one'] : pill.dataset['other'];
  pill.textContent = (text ?? '').replace('#', String(count));
  pill.hidden = false;
}
