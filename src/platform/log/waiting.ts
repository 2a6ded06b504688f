import type { EventLog, GroupState } from './port.ts';

/** The age in seconds of the oldest event that none of these groups has handled yet; 0 without a backlog. */
export async function secondsBehind(
  log: Pick<EventLog, 'waitingSince'>,
  groups: readonly GroupState[],
  now: number,
): Promise<number> {
  const behind = groups.filter(({ position, end }) => position < end);
  const waiting = await Promise.all(behind.map(state => log.waitingSince(state)));
  const ages = waiting.flatMap(since => (since ? [(now - since.getTime()) / 1_000] : []));
  return Math.max(0, ...ages);
}
