import type { Clock } from '../../lib/clock.ts';
import type { EventLog, GroupState } from '../../platform/log/port.ts';
import { secondsBehind } from '../../platform/log/waiting.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';

/** OBS-2: the time from signals to interests, across both steps: every signal is validated before interests learn it. */
export function exposeInterestLag({ clock, log, telemetry: { metrics } }: InterestLagDeps): void {
  const lag = metrics.gauge('user_interest_update_lag_seconds');
  metrics.onScrape(async () => {
    lag.clear();
    lag.set({}, await interestLag(log, await log.groups(), clock.now()));
  });
}

/** The age in seconds of the oldest signal that interests do not reflect yet; 0 when they reflect all. */
export function interestLag(
  log: Pick<EventLog, 'waitingSince'>,
  groups: readonly GroupState[],
  now: number,
): Promise<number> {
  return secondsBehind(
    log,
    groups.filter(({ group }) => STEPS.has(group)),
    now,
  );
}

/** The groups of signals.accepted and signals.valid, see flow.ts. */
const STEPS: ReadonlySet<string> = new Set(['rules', 'interests']);

interface InterestLagDeps {
  /** Follows the real time, like the database's clock that dates events. */
  readonly clock: Clock;
  readonly log: EventLog;
  readonly telemetry: Pick<Telemetry, 'metrics'>;
}
