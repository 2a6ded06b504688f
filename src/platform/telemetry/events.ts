import type { CounterName } from '../../metrics.ts';
import type { BusinessEvent, LogLevel } from './port.ts';

/**
 * A business event that is both logged and counted. It is defined once, beside the code that reports it; the
 * compiler then requires the counter's labels among the fields:
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
