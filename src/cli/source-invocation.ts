import type { Invocation } from './command.ts';

export type SourceInvocation = Pick<Invocation, 'words' | 'settings' | 'terminal' | 'clock'>;

export interface SourceOptions {
  readonly search: string | undefined;
  readonly status: string | undefined;
  readonly limit: string | undefined;
  readonly title: string | undefined;
  readonly folder: string | undefined;
  readonly kind: string | undefined;
  readonly articles: string | undefined;
  readonly since: string | undefined;
  readonly json: boolean;
}
