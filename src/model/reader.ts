import { isString, shape } from '../lib/guards.ts';

/** An event of `interests.changed`. */
export interface ReaderChanged {
  readonly userId: string;
}

export const isReaderChanged = shape<ReaderChanged>({ userId: isString });
