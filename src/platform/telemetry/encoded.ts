import { escapeUnprintable } from './printable.ts';

declare const encoded: unique symbol;

/**
 * Encoded members of a log line: `"route":"/api/v1/me","status":200`. Fields that many lines share are encoded once
 * and joined to the new ones; encoding them as an object each time made the line of a request cost as much as parsing
 * the request.
 */
export type EncodedFields = string & { readonly [encoded]: true };

/** Takes JSON values; no name may be that of a member of the line. */
export function encodeFields(fields: Readonly<Record<string, unknown>>): EncodedFields {
  return escapeUnprintable(JSON.stringify(fields)).slice(1, -1) as EncodedFields;
}

/** Faster than `encodeFields`: a number needs no escapes. */
export function encodeNumber(name: string, value: number): EncodedFields {
  return `"${name}":${Number.isFinite(value) ? value : 'null'}` as EncodedFields;
}

export function joinFields(first: EncodedFields, second: EncodedFields): EncodedFields {
  if (first === '') return second;
  return (second === '' ? first : `${first},${second}`) as EncodedFields;
}

export function decodeFields(fields: EncodedFields): Record<string, unknown> {
  return JSON.parse(`{${fields}}`);
}
