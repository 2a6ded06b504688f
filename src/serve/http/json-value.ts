import { invalidInput } from '../../errors.ts';
import { reason } from '../../reasons.ts';

/**
 * Refuses JSON values that cannot be stored: PostgreSQL's `jsonb` holds neither NUL nor unpaired surrogates,
 * and deep nesting overflows the stack of the serializer. `at` is the JSON Pointer of the value in the body.
 */
export function checkJson(value: unknown, at: string): void {
  const waiting: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (typeof next.value === 'string') checkText(next.value, at);
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth >= MAX_DEPTH) throw invalidInput(at, reason('json-too-deep', { max: MAX_DEPTH }));
    for (const [name, inner] of Object.entries(next.value)) {
      checkText(name, at);
      waiting.push({ value: inner, depth: next.depth + 1 });
    }
  }
}

function checkText(text: string, at: string): void {
  if (text.includes('\0') || !text.isWellFormed()) throw invalidInput(at, reason('unstorable-characters'));
}

const MAX_DEPTH = 100;
