import { pause } from '../../lib/clock.ts';
import type { HostRules } from './host-robots.ts';
import type { VisitStep } from './visit.ts';

/** What robots.txt of the visited host says. Asking for it is a request of its own, with a pause behind it. */
export async function rulesOf(step: VisitStep, url: string): Promise<HostRules> {
  const { context, robots, lease, signal, delayMs } = step;
  const known = await robots.recall();
  if (known) return known;
  const rules = await robots.ask(url, lease);
  if (rules.isTold) await pause(context.clock, delayMs(), signal);
  return rules;
}
