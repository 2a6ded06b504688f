/**
 * The program was called wrongly. Everything that is wrong is told at once, so that nobody has to find out
 * one mistake per run. Exit code 2.
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

/** Something could not be done, told in words that a person can act on. Exit code 1. */
export class Failure extends Error {
  override name = 'Failure';
  readonly remedy: string | undefined;

  constructor(message: string, { remedy, cause }: { remedy?: string; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.remedy = remedy;
  }
}
