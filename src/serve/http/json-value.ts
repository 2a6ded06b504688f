import { Problem } from '../../errors.ts';

/**
 * Whether any JSON value that somebody sent can be kept: PostgreSQL's `jsonb` holds neither NUL nor half a
 * character, and nesting beyond reason overflows the stack of whoever writes it out again. `at` is where the
 * value stands in the body.
 */
export function checkJson(value: unknown, at: string): void {
  const waiting: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (typeof next.value === 'string') checkText(next.value, at);
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth >= DEEPEST) throw fault(at, `must not be nested more than ${DEEPEST} levels deep`);
    for (const [name, inner] of Object.entries(next.value)) {
      checkText(name, at);
      waiting.push({ value: inner, depth: next.depth + 1 });
    }
  }
}

function checkText(text: string, at: string): void {
  if (text.includes('\0') || !text.isWellFormed())
    throw fault(at, 'must not hold a NUL or half of a character');
}

function fault(at: string, message: string): Problem {
  return new Problem('validation-failed', undefined, { faults: [{ in: 'body', at, message }] });
}

const DEEPEST = 100;
