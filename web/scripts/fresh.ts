import { whenReady } from './ready.ts';

/**
 * FEED-5: tells how many stories came since a page was made, and never changes what somebody is reading: whoever wants
 * to see them asks for it. It asks once a minute, while the page is looked at. A feed knows by its cursor what is new to
 * it; the front page counts what was first seen after its newest story.
 */
whenReady(() => {
  const pill = document.querySelector<HTMLAnchorElement>('[data-fresh], [data-count]');
  if (!pill) return;
  const look = async () => tell(pill, await countFor(pill));
  setInterval(() => {
    if (document.visibilityState === 'visible') void look();
  }, Number(pill.dataset['everyMs']));
  document.addEventListener('broadsheet:look', () => void look());
});

async function countFor({ dataset }: HTMLAnchorElement): Promise<number> {
  const { count, fresh = '' } = dataset;
  if (count !== undefined) return ((await ask(count)) as { count?: number } | null)?.count ?? 0;
  const stories = await ask(`/api/v1/stories?limit=100&language=${document.documentElement.lang}`);
  const { items = [] } = (stories ?? {}) as { items?: readonly { firstSeenAt: string }[] };
  return items.filter(({ firstSeenAt }) => firstSeenAt > fresh).length;
}

/** Null when there is no answer: it will be asked again. */
async function ask(path: string): Promise<unknown> {
  const answer = await fetch(path).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

function tell(pill: HTMLAnchorElement, count: number): void {
  if (count === 0) return;
  const words = count === 1 ? pill.dataset['one'] : pill.dataset['other'];
  pill.textContent = (words ?? '').replace('#', String(count));
  pill.hidden = false;
}
