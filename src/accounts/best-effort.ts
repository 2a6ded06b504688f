import type { AccountsContext } from './context.ts';

/**
 * Runs a write that must not fail the request: a read-only database (a full disk) can still resolve a session.
 * Resolves to undefined when the write failed.
 */
export async function bestEffort<T>(
  { telemetry }: Pick<AccountsContext, 'telemetry'>,
  what: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    telemetry.log.warn('accounts.write_failed', { write: what, error });
    return undefined;
  }
}
