/**
 * The command line is wrong. Reports all mistakes at once instead of one per run. Exit code 2.
 */
export class UsageError extends Error {
  override name = 'UsageError';
  readonly faults: readonly string[];

  constructor(faults: string | readonly string[]) {
    const list = typeof faults === 'string' ? [faults] : faults;
    super(list.join('\n'));
    this.faults = list;
  }
}

/** The command failed, with a message that a person can act on. Exit code 1. */
export class CommandFailure extends Error {
  override name = 'Failure';
  readonly remedy: string | undefined;

  constructor(message: string, { remedy, cause }: { remedy?: string; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.remedy = remedy;
  }
}
