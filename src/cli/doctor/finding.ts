import type { Config } from '../../config.ts';
import { explain } from '../explain.ts';

/** What one check found, in words: how it is, and if it is not well, what to do about it. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly text: string;
  readonly remedy?: string | undefined;
}

/** Runs one check. A check that breaks is a failure of what it looked at, told like any other. */
export async function find(check: string, config: Config | undefined, look: Look): Promise<Finding[]> {
  try {
    const seen = await look();
    return [seen].flat().map(finding => ({ check, ...finding }));
  } catch (error) {
    const { message, remedy } = explain(error, config);
    return [{ check, status: 'fail', text: message, remedy }];
  }
}

export const ok = (text: string): Seen => ({ status: 'ok', text });
export const warn = (text: string, remedy: string): Seen => ({ status: 'warn', text, remedy });
export const fail = (text: string, remedy: string): Seen => ({ status: 'fail', text, remedy });

export type Seen = Omit<Finding, 'check'>;
export type Look = () => Seen | Seen[] | Promise<Seen | Seen[]>;
