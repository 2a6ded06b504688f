/** Guards for JSON from outside: `shape({ id: isString, at: nullable(isNumber) })` narrows `unknown` without a cast. */
export type Guard<T> = (value: unknown) => value is T;

export type Guarded<G> = G extends Guard<infer T> ? T : never;

export const isString = (value: unknown): value is string => typeof value === 'string';
export const isNumber = (value: unknown): value is number => typeof value === 'number';
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function nullable<T>(guard: Guard<T>): Guard<T | null> {
  return (value): value is T | null => value === null || guard(value);
}

export function oneOf<const T extends readonly (string | number | boolean | null)[]>(
  ...values: T
): Guard<T[number]> {
  const known: ReadonlySet<unknown> = new Set(values);
  return (value): value is T[number] => known.has(value);
}

export function arrayOf<T>(guard: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(guard);
}

export function tuple<T extends readonly unknown[]>(
  ...guards: { readonly [K in keyof T]: Guard<T[K]> }
): Guard<T> {
  return (value): value is T =>
    Array.isArray(value) &&
    value.length === guards.length &&
    guards.every((guard, index) => guard(value[index]));
}

/** Further members are allowed: a newer program may have written them. */
export function shape<T extends object>(guards: { readonly [K in keyof T]: Guard<T[K]> }): Guard<T> {
  const fields = Object.entries<Guard<unknown>>(guards);
  return (value): value is T => isRecord(value) && fields.every(([name, guard]) => guard(value[name]));
}

export function anyOf<T extends readonly unknown[]>(
  ...guards: { readonly [K in keyof T]: Guard<T[K]> }
): Guard<T[number]> {
  return (value): value is T[number] => guards.some(guard => guard(value));
}
