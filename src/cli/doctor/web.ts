import type { Config } from '../../config.ts';
import { OutgoingFailure } from '../../platform/outgoing/failure.ts';
import { outgoingFetch } from '../../platform/outgoing/outgoing.ts';
import { type CheckResult, fail, ok, warn } from './finding.ts';

/** Whether the program answers at its address and is ready. */
export async function web(config: Config, isRunning: boolean): Promise<CheckResult> {
  if (config.port === 0) return ok('its port is chosen at each start, so it is not asked');
  const url = `http://${reachableHost(config.host)}:${config.port}/readyz`;
  try {
    const answer = await outgoingFetch(url, {
      purpose: url,
      trust: 'operator',
      timeoutMs: 5_000,
      maxBytes: 65_536,
    });
    if (answer.status === 200) return ok(`${url} says that it is ready`);
    return fail(
      `${url} answers with ${answer.status}`,
      'Look at the log of the program: what is it waiting for?',
    );
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error;
    if (!isRunning) return ok('the program is not running');
    return warn(error.message, 'Look at the log of the program, or check host and port.');
  }
}

/** A server on all interfaces is checked on loopback. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
