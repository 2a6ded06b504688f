import type { Config } from '../../config.ts';
import { explain } from '../explain.ts';

/** The result of one check: the state, and the remedy if there is a problem. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly text: string;
  readonly remedy?: string | undefined;
}

/** Runs one check. A check that throws is reported as a failure. */
export async function runCheck(check: string, config: Config | undefined, run: Check): Promise<Finding[]> {
  try {
    const results = await run();
    return [results].flat().map(finding => ({ check, ...finding }));
  } catch (error) {
    const { message, remedy } = explain(error, config);
    return [{ check, status: 'fail', text: message, remedy }];
  }
}

export const ok = (text: string): CheckResult => ({ status: 'ok', text });
export const warn = (text: string, remedy: string): CheckResult => ({ status: 'warn', text, remedy });
export const fail = (text: string, remedy: string): CheckResult => ({ status: 'fail', text, remedy });

export type CheckResult = Omit<Finding, 'check'>;
export type Check = () => CheckResult | CheckResult[] | Promise<CheckResult | CheckResult[]>;
