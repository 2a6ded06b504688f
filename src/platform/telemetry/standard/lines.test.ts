import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ManualClock } from '../../../lib/clock.ts';
import { createLogger } from '../logger.ts';
import type { Fields } from '../port.ts';
import { isSecretName, REDACTED } from '../secrets.ts';
import { createLineWriter } from './lines.ts';

/** Characters that terminals, editors or log readers interpret. */
const ACTIVE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';

const hostilePiece = fc.constantFrom(
  '\n',
  '\r\n',
  '\r',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u001b[2K\u001b[1A',
  '\u009b31m',
  '\u0007',
  '\b',
  '\u0000',
  '\u202e',
  '"',
  '\\',
  '","level":"error","msg":"forged',
  '{"level":"error"}',
  '12:00:00.000Z ERROR forged',
  ' level=error ',
  '    at forged (file.ts:1:1)',
  '%s %d %j %o',
  '\ud800',
  '__proto__',
);
const hostileText = fc
  .array(fc.oneof(hostilePiece, fc.string({ maxLength: 8 }), fc.string({ unit: 'binary', maxLength: 4 })), {
    maxLength: 6,
  })
  .map(pieces => pieces.join(''));
const hostileName = fc.oneof(
  hostileText,
  fc.constantFrom('level', 'time', 'msg', 'traceId', 'err', 'error', 'method', 'headers', 'setHeader'),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'toJSON', 'hasOwnProperty', 'stack'),
);
const hostileFields: fc.Arbitrary<Fields> = fc.dictionary(
  hostileName,
  fc.oneof(
    hostileText,
    fc.anything(),
    hostileText.map(text => new Error(text)),
    fc.dictionary(hostileName, hostileText),
  ),
  { maxKeys: 8, noNullPrototype: false },
);

describe('a JSON line', () => {
  it('is one line of unambiguous JSON for any input', () => {
    fc.assert(
      fc.property(hostileText, hostileFields, hostileFields, (message, bound, fields) => {
        const text = written('json', message, bound, fields);
        assert.match(text, /^\{[^\n]*\}\n$/);
        assert.doesNotMatch(text, ACTIVE);
        const line: Fields = JSON.parse(text);
        assert.equal(line['level'], 'warn');
        assert.equal(line['time'], '2026-01-01T00:00:00.000Z');
        assert.equal(line['traceId'], TRACE_ID);
        // No duplicate members, which parsers resolve differently.
        assert.equal(memberNames(text).length, Object.keys(line).length);
      }),
      { numRuns: 1_000 },
    );
  });

  it('keeps every character of messages and values', () => {
    const wellFormed = hostileText.filter(text => text.isWellFormed() && !/[=:@]/.test(text));
    fc.assert(
      fc.property(wellFormed, wellFormed, (message, value) => {
        const line: Fields = JSON.parse(written('json', message, {}, { value }));
        assert.equal(line['msg'], message);
        assert.equal(line['value'], value);
      }),
      { numRuns: 500 },
    );
  });

  it('treats request-like fields as plain fields', () => {
    const line: Fields = JSON.parse(
      written('json', 'odd', {}, { method: 'GET', headers: { host: 'a' }, socket: 'b', setHeader: () => 1 }),
    );
    assert.deepEqual([line['method'], line['headers'], line['socket']], ['GET', { host: 'a' }, 'b']);
  });
});

describe('a text line', () => {
  it('consists of time, level, message and pairs', () => {
    const fields = { source: 'bbc', note: 'two words', n: 5, list: [1, 2] };
    assert.equal(
      written('text', 'the feed is late', {}, fields),
      `00:00:00.000Z WARN  the feed is late  source=bbc note="two words" n=5 list=[1,2] traceId=${TRACE_ID}\n`,
    );
  });

  it('has the stack of an error indented below it', () => {
    const error = new TypeError('no\nway');
    const [line, ...stack] = written('text', 'failed', {}, { error }).trimEnd().split('\n');
    assert.match(
      String(line),
      /^00:00:00\.000Z WARN {2}failed {2}error=\{"name":"TypeError","message":"no\\nway"\}/,
    );
    assert.ok(stack.length > 0);
    for (const call of stack) assert.match(call, /^ {4}at /);
  });

  it('cannot be forged: only a line start is at the left edge', () => {
    fc.assert(
      fc.property(hostileText, hostileFields, hostileFields, (message, bound, fields) => {
        const text = written('text', message, bound, fields);
        assert.doesNotMatch(text, ACTIVE);
        const [first, ...more] = text.slice(0, -1).split('\n');
        assert.match(String(first), /^00:00:00\.000Z WARN {2}/);
        for (const line of more) assert.match(line, /^ {4}at /);
      }),
      { numRuns: 1_000 },
    );
  });

  it('contains no forged pair: parsed again, its pairs are those of the fields', () => {
    const plainFields = fc.dictionary(hostileText.filter(isPlainName), hostileText.filter(isPlainText), {
      maxKeys: 5,
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(hostileText.filter(isPlainText), plainFields, (message, fields) => {
        const text = written('text', message, {}, fields).slice('00:00:00.000Z WARN  '.length, -1);
        const { message: parsed, pairs } = parseLine(text);
        assert.equal(parsed, message);
        const expected = Object.entries(fields).map(([name, value]) => [name, redacted(name, value)]);
        assert.deepEqual(pairs, [...expected, ['traceId', TRACE_ID]]);
      }),
      { numRuns: 1_000, examples: [['', { oTp: '' }]] },
    );
  });

  it('has colours if configured, and no other escapes', () => {
    const text = written('text', 'red \u001b[31m', {}, { a: '\u001b[2J' }, true);
    assert.deepEqual(
      new Set(text.match(/\u001b\[\d+[A-Za-z]/g)),
      new Set(['\u001b[2m', '\u001b[33m', '\u001b[0m']),
    );
  });
});

function written(
  format: 'json' | 'text',
  message: string,
  bound: Fields,
  fields: Fields,
  colours = false,
): string {
  const lines: string[] = [];
  const destination = { write: (line: string) => lines.push(line) };
  const write = createLineWriter({
    clock: new ManualClock(),
    destination: { write: line => void destination.write(line) },
    format,
    colours,
  });
  createLogger({ level: 'info', traceId: () => TRACE_ID, write })
    .child(bound)
    .warn(message, fields);
  const [line, ...more] = lines;
  assert.equal(more.length, 0);
  return line ?? assert.fail('nothing was written');
}

/** The names of the outermost members as written. */
function memberNames(json: string): string[] {
  const names: string[] = [];
  let depth = 0;
  let expectName = false;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
    if (depth === 1 && expectName && token.startsWith('"')) names.push(token);
    expectName = token === '{' || (token === ',' && depth === 1);
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
  }
  return names;
}

/** Parses the text format: plain words are bare, everything else is quoted as in JSON. */
function parseLine(text: string): { message: string; pairs: [string, string][] } {
  const message = text.startsWith('"')
    ? (/^"(?:[^"\\]|\\.)*"/.exec(text)?.[0] ?? '')
    : text.split(/ {2}(?="|[^\s="]+=)/)[0];
  const rest = text.slice(String(message).length);
  const part = String.raw`("(?:[^"\\]|\\.)*"|[^\s="]+)`;
  const pairs = [...rest.matchAll(new RegExp(` ${part}=${part}`, 'g'))];
  assert.equal(` ${pairs.map(([pair]) => pair).join('')}`, rest, 'there is text between the pairs');
  return {
    message: unquoted(String(message)),
    pairs: pairs.map(([, name = '', value = '']) => [unquoted(name), unquoted(value)]),
  };
}

function unquoted(text: string): string {
  return text.startsWith('"') ? String(JSON.parse(text)) : text;
}

/** A value under a secret name is redacted, even an empty one. */
function redacted(name: string, value: string): string {
  return isSecretName(name) ? REDACTED : value;
}

/** Texts and names that are written unchanged: without secrets, short, and not reserved. */
function isPlainText(text: string): boolean {
  return text.isWellFormed() && !/[=:@]/.test(text);
}

function isPlainName(name: string): boolean {
  const reserved = ['level', 'time', 'msg', 'traceId', '__proto__'].includes(name);
  return isPlainText(name) && name.length <= 64 && !reserved && !/^\d+$/.test(name);
}
