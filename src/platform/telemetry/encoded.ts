import { escapeUnprintable } from './printable.ts';

declare const encoded: unique symbol;

/**
 * Members of a log line as they stand in it: `"route":"/api/v1/me","status":200`. Fields that come again with
 * many lines are encoded once and joined to those that are new; written from an object each time, the line of
 * a request cost as much as the parsing of the request.
 */
export type EncodedFields = string & { readonly [encoded]: true };

/** Of JSON values none of which is called like a member of the line. */
export function encodeFields(fields: Readonly<Record<string, unknown>>): EncodedFields {
  return escapeUnprintable(JSON.stringify(fields)).slice(1, -1) as EncodedFields;
}

/** A number needs no escapes, so it is worth no object either. */
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
