import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ManualClock } from '../../../lib/clock.ts';
import { createLogger } from '../logger.ts';
import type { Fields } from '../port.ts';
import { isSecretName, REDACTED } from '../secrets.ts';
import { createLineWriter } from './lines.ts';

/** Signs that terminals, editors or readers of lines take for more than a sign. */
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
  it('is one line of JSON with one meaning, whatever is told', () => {
    fc.assert(
      fc.property(hostileText, hostileFields, hostileFields, (message, bound, fields) => {
        const text = written('json', message, bound, fields);
        assert.match(text, /^\{[^\n]*\}\n$/);
        assert.doesNotMatch(text, ACTIVE);
        const line: Fields = JSON.parse(text);
        assert.equal(line['level'], 'warn');
        assert.equal(line['time'], '2026-01-01T00:00:00.000Z');
        assert.equal(line['traceId'], TRACE_ID);
        // No member is written twice: which of the two counts would be the reader's choice.
        assert.equal(memberNames(text).length, Object.keys(line).length);
      }),
      { numRuns: 1_000 },
    );
  });

  it('keeps every sign of a message and a value', () => {
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

  it('does not take fields for those of a request', () => {
    const line: Fields = JSON.parse(
      written('json', 'odd', {}, { method: 'GET', headers: { host: 'a' }, socket: 'b', setHeader: () => 1 }),
    );
    assert.deepEqual([line['method'], line['headers'], line['socket']], ['GET', { host: 'a' }, 'b']);
  });
});

describe('a text line', () => {
  it('reads as time, level, message and pairs', () => {
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

  it('cannot be forged: only its own beginning stands at the left edge', () => {
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

  it('cannot hold a pair that was not told: read back, its pairs are those of the fields', () => {
    const plainFields = fc.dictionary(hostileText.filter(isOpenName), hostileText.filter(isOpenText), {
      maxKeys: 5,
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(hostileText.filter(isOpenText), plainFields, (message, fields) => {
        const text = written('text', message, {}, fields).slice('00:00:00.000Z WARN  '.length, -1);
        const { said, pairs } = readBack(text);
        assert.equal(said, message);
        const told = Object.entries(fields).map(([name, value]) => [name, writtenUnder(name, value)]);
        assert.deepEqual(pairs, [...told, ['traceId', TRACE_ID]]);
      }),
      { numRuns: 1_000, examples: [['', { oTp: '' }]] },
    );
  });

  it('has colours when they are asked for, and no other escapes', () => {
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

/** The names of the outermost members, as they stand in the text. */
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

/** Undoes the text format by its own rule: words stand bare, everything else is quoted as in JSON. */
function readBack(text: string): { said: string; pairs: [string, string][] } {
  const said = text.startsWith('"')
    ? (/^"(?:[^"\\]|\\.)*"/.exec(text)?.[0] ?? '')
    : text.split(/ {2}(?="|[^\s="]+=)/)[0];
  const rest = text.slice(String(said).length);
  const part = String.raw`("(?:[^"\\]|\\.)*"|[^\s="]+)`;
  const pairs = [...rest.matchAll(new RegExp(` ${part}=${part}`, 'g'))];
  assert.equal(` ${pairs.map(([pair]) => pair).join('')}`, rest, 'something stands between the pairs');
  return {
    said: unquoted(String(said)),
    pairs: pairs.map(([, name = '', value = '']) => [unquoted(name), unquoted(value)]),
  };
}

function unquoted(text: string): string {
  return text.startsWith('"') ? String(JSON.parse(text)) : text;
}

/** Under the name of a secret nothing is told, not even that it was empty. */
function writtenUnder(name: string, value: string): string {
  return isSecretName(name) ? REDACTED : value;
}

/** Texts and names that are written as they are: without the signs of a secret, not too long, no name that is taken. */
function isOpenText(text: string): boolean {
  return text.isWellFormed() && !/[=:@]/.test(text);
}

function isOpenName(name: string): boolean {
  const taken = ['level', 'time', 'msg', 'traceId', '__proto__'].includes(name);
  return isOpenText(name) && name.length <= 64 && !taken && !/^\d+$/.test(name);
}
