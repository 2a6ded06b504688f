import type { CounterName } from '../../metrics.ts';
import type { LogLevel } from './port.ts';

/**
 * Something that happens to the business and is both told and counted. Defined once, beside the code that
 * reports it; the counter's labels are then required among the fields by the compiler:
 *
 *   const breakerOpened = defineEvent('circuit_breaker_open_total', 'warn', 'circuit_breaker.opened');
 *   telemetry.event(breakerOpened, { name: 'search', failures: 5 });
 */
export function defineEvent<N extends CounterName>(
  counter: N,
  level: LogLevel,
  message: string,
): BusinessEvent<N> {
  return { counter, level, message };
}

export interface BusinessEvent<N extends CounterName> {
  readonly counter: N;
  readonly level: LogLevel;
  readonly message: string;
}
