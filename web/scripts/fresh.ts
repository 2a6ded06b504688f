import { whenReady } from './ready.ts';

/**
 * Tells on the front page how many stories came since it was made, and never changes what somebody is reading: whoever
 * wants to see them asks for it. It asks once a minute, while the page is looked at.
 */
whenReady(() => {
  const pill = document.querySelector<HTMLAnchorElement>('[data-fresh]');
  if (!pill) return;
  const since = pill.dataset['fresh'] ?? '';
  setInterval(() => {
    if (document.visibilityState === 'visible') void look(pill, since);
  }, Number(pill.dataset['everyMs']));
  document.addEventListener('broadsheet:look', () => void look(pill, since));
});

async function look(shown: HTMLAnchorElement, since: string): Promise<void> {
  const answer = await fetch(`/api/v1/stories?limit=100&language=${document.documentElement.lang}`).catch(
    () => null,
  );
  if (!answer?.ok) return;
  const { items } = (await answer.json()) as { items: readonly { firstSeenAt: string }[] };
  const count = items.filter(({ firstSeenAt }) => firstSeenAt > since).length;
  if (count === 0) return;
  const words = count === 1 ? shown.dataset['one'] : shown.dataset['other'];
  shown.textContent = (words ?? '').replace('#', String(count));
  shown.hidden = false;
}
