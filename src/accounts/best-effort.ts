import type { AccountsContext } from './context.ts';

/**
 * For what a request should leave behind but must not fail by: a database that takes no writes (a full disk)
 * still knows who somebody is. Undefined when it failed.
 */
export async function bestEffort<T>(
  { telemetry }: Pick<AccountsContext, 'telemetry'>,
  what: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    telemetry.log.warn(`${what} failed`, { error });
    return undefined;
  }
}
