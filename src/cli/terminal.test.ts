import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import fc from 'fast-check';
import { definitions, table, wrap } from './layout.ts';
import { printable, processTerminal } from './terminal.ts';

function outputOf(isTTY: boolean, env: Record<string, string> = {}) {
  const stdout = Object.assign(new PassThrough(), { isTTY, columns: 90 });
  return processTerminal({ stdout, stderr: new PassThrough(), env }).out;
}

test('only a terminal gets colours, and not with NO_COLOR', () => {
  assert.notEqual(outputOf(true).paint('red', 'x'), 'x');
  assert.equal(outputOf(true, { NO_COLOR: '1' }).paint('red', 'x'), 'x');
  assert.equal(outputOf(true, { TERM: 'dumb' }).paint('red', 'x'), 'x');
  assert.equal(outputOf(false).paint('red', 'x'), 'x');
});

test('lines are as wide as the terminal, and unlimited elsewhere', () => {
  assert.equal(outputOf(true).columns, 90);
  assert.equal(outputOf(false).columns, Number.POSITIVE_INFINITY);
});

test('a closed output pipe is not a failure', () => {
  const stdout = new PassThrough();
  processTerminal({ stdout, stderr: new PassThrough(), env: {} });
  assert.ok(stdout.emit('error', new Error('EPIPE')));
});

test('foreign text can neither control the terminal nor reverse the text direction', () => {
  assert.equal(printable('a\u001b[2J\u202eb\u2028\n'), 'a\\u{1b}[2J\\u{202e}b\\u{2028}\\u{a}');
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '\n', '\0', '\u001b', '\u009b', '\u200f', '\u2028', '🗞') }),
      text => !/[\p{Cc}\p{Cf}]/u.test(printable(text)),
    ),
  );
});

test('wrapping keeps every word and the width', () => {
  const words = fc.array(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 12 }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(words, fc.integer({ min: 12, max: 60 }), (list, width) => {
      const lines = wrap(list.join(' '), width);
      assert.equal(lines.join(' '), list.join(' '));
      for (const line of lines) assert.ok(line.length <= width);
    }),
  );
});

test('columns are aligned', () => {
  assert.equal(
    table([
      ['a', 'bb', 'c'],
      ['aaa', 'b', ''],
    ]),
    'a    bb  c\naaa  b\n',
  );
  assert.equal(
    definitions(
      [
        ['--x', 'one two'],
        ['--long', 'three'],
      ],
      { width: 20 },
    ),
    '  --x     one two\n  --long  three\n',
  );
});
