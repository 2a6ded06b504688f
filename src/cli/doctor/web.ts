import type { Config } from '../../config.ts';
import { OutgoingFailure } from '../../platform/outgoing/failure.ts';
import { outgoingFetch } from '../../platform/outgoing/outgoing.ts';
import { type CheckResult, fail, ok, warn } from './finding.ts';

/** Whether the program answers at its address and is ready. */
export async function web(config: Config, isRunning: boolean): Promise<CheckResult> {
  if (config.port === 0) return ok('not checked, because the port is chosen at each start');
  const url = `http://${reachableHost(config.host)}:${config.port}/readyz`;
  try {
    const answer = await outgoingFetch(url, {
      purpose: url,
      trust: 'operator',
      timeoutMs: 5_000,
      maxBytes: 65_536,
    });
    if (answer.status === 200) return ok(`${url} reports that it is ready`);
    return fail(`${url} answered ${answer.status}`, 'See the log of the program for what it is waiting for.');
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error;
    if (!isRunning) return ok('the program is not running');
    return warn(error.message, 'Check host and port, and the log of the program.');
  }
}

/** A server on all interfaces is checked on loopback. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
