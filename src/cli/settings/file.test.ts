import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { UsageError } from '../failures.ts';
import { parseSettingsFile } from './file.ts';

const read = (source: string) => Object.fromEntries(parseSettingsFile(source, 'f.toml').entries);

test('values of every kind become the text of the same flag, with their line', () => {
  const source = [
    '# the house on the corner',
    'name = "The Corner"',
    'port = 8_080',
    '',
    'trusted-proxies = [',
    '  "10.0.0.0/8", # inside',
    '  "::1",',
    ']',
    'demo = true',
    'rate = 1.5',
    '"quoted" = \'x = 1\'',
  ].join('\n');
  assert.deepEqual(read(source), {
    name: { text: 'The Corner', line: 2 },
    port: { text: '8080', line: 3 },
    'trusted-proxies': { text: '10.0.0.0/8,::1', line: 5 },
    demo: { text: 'true', line: 9 },
    rate: { text: '1.5', line: 10 },
    quoted: { text: 'x = 1', line: 11 },
  });
});

test('tables, dates and nested lists are not values', () => {
  const source = 'a = 2026-01-01\nb = [[1]]\nc = { d = 1 }\n\n[table]\nport = 1\n[table.deep]\nx = 1\n';
  assert.deepEqual(read(source), {
    a: { text: null, line: 1 },
    b: { text: null, line: 2 },
    c: { text: null, line: 3 },
    table: { text: null, line: 5 },
  });
});

test('a file that is not TOML is refused with the line number, without quoting it', () => {
  for (const source of ['a = 1\nsecret = hunter2hunter2\n', 'a = 1\na = 2', 'x = [1', 'port 8080', '= 3'])
    assert.throws(
      () => read(source),
      error =>
        error instanceof UsageError &&
        /^f\.toml:\d+: not valid TOML: /.test(error.message) &&
        !error.message.includes('hunter2'),
      source,
    );
});

/** Statements that span lines, look like others, or contain what looks like a key. */
const statement = fc.constantFrom(
  (key: string) => `${key} = 1`,
  (key: string) => `  ${key}   =   "a = b" # ${key} = 2`,
  (key: string) => `${key} = """\nother = 1\n[table]\n"""`,
  (key: string) => `${key} = '''\nport = 8080'''`,
  (key: string) => `${key} = [\n  1,\n  # x = 1\n\n  2,\n]`,
  (key: string) => `"${key}" = 'x'`,
);
const filler = fc.constantFrom('', '# comment', '#port = 80', '   ');

test('the line of a key is the first line of its statement', () => {
  const parts = fc.array(fc.tuple(statement, fc.array(filler, { maxLength: 3 })), { maxLength: 8 });
  fc.assert(
    fc.property(parts, fc.constantFrom('\n', '\r\n'), (chosen, lineBreak) => {
      const lines: string[] = [];
      const expected: Record<string, number> = {};
      chosen.forEach(([write, before], index) => {
        lines.push(...before);
        expected[`key-${index}`] = lines.length + 1;
        lines.push(...write(`key-${index}`).split('\n'));
      });
      const found = parseSettingsFile(lines.join(lineBreak), 'f.toml').entries;
      assert.deepEqual(Object.fromEntries([...found].map(([key, { line }]) => [key, line])), expected);
    }),
  );
});

test('any text is parsed or refused; nothing else is thrown', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab=.[]{}"\'#,\n\r\\\0 1-:é') }), source => {
      try {
        parseSettingsFile(source, 'f.toml');
      } catch (error) {
        assert.ok(error instanceof UsageError);
      }
    }),
  );
});
