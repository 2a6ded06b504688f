import { Problem } from '../errors.ts';

/** One invalid field of the body; `at` is a JSON Pointer. */
export function invalidInput(at: string, message: string): Problem {
  return new Problem('validation-failed', undefined, { faults: [{ in: 'body', at, message }] });
}
