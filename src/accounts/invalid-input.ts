import { Problem } from '../errors.ts';

/** One field of the body that is not as it should be; `at` is a JSON Pointer. */
export function invalidInput(at: string, message: string): Problem {
  return new Problem('validation-failed', undefined, { faults: [{ in: 'body', at, message }] });
}
