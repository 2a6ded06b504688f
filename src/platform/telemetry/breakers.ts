import {
  BREAKERS,
  Breaker,
  type BreakerName,
  type BreakerOptions,
  type BreakerSettings,
  type BreakerState,
} from '../../lib/breaker.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger, Metrics } from './port.ts';

/**
 * A circuit breaker that reports itself: every opening is counted, and an outage is logged when it begins and when it
 * ends, however many probes fail in between. Breakers of many hosts share a name and have no gauge of their own.
 */
export function createBreaker(name: BreakerName, deps: BreakerDeps): Breaker {
  const { clock, host, isFailure, settings = BREAKERS[name] } = deps;
  const onChange = reportChanges(name, deps);
  return new Breaker(host ?? name, settings, clock, { onChange, ...(isFailure && { isFailure }) });
}

function reportChanges(
  name: BreakerName,
  { telemetry: { log, metrics }, host }: BreakerDeps,
): (state: BreakerState, cause?: unknown) => void {
  const level = host === undefined ? 'warn' : 'debug';
  const fields = { name, ...(host !== undefined && { host }) };
  const showState = (isOpen: boolean) =>
    host === undefined && metrics.gauge('circuit_breaker_open').set({ name }, isOpen ? 1 : 0);
  let isDown = false;
  showState(isDown);
  return (state, cause) => {
    if (state === 'open') metrics.counter('circuit_breaker_open_total').add({ name });
    if (state === 'open' && !isDown) log[level]('circuit_breaker.opened', { ...fields, error: cause });
    if (state === 'closed') log[level === 'warn' ? 'info' : level]('circuit_breaker.closed', fields);
    isDown = state !== 'closed';
    showState(isDown);
  };
}

export interface BreakerDeps {
  readonly clock: Clock;
  readonly telemetry: BreakerTelemetry;
  readonly settings?: BreakerSettings;
  readonly isFailure?: NonNullable<BreakerOptions['isFailure']>;
  /** For one of many breakers that share the name. */
  readonly host?: string;
}

export interface BreakerTelemetry {
  readonly log: Pick<Logger, 'debug' | 'info' | 'warn'>;
  readonly metrics: Pick<Metrics, 'counter' | 'gauge'>;
}
