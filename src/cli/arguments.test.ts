import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseArguments } from './arguments.ts';
import { command } from './command.ts';
import { SETTING_NAMES } from './settings/resolve.ts';

const sample = command({
  name: 'sample',
  summary: '',
  usage: ['sample WORD [WORD]'],
  details: [],
  words: [1, 2],
  options: {
    json: { kind: 'switch', help: '' },
    role: { kind: 'value', placeholder: 'ROLE', help: '' },
  },
  run: async () => 0,
});

test('arguments, switches, values and settings may come in any order', () => {
  const parsed = parseArguments(['a', '--json', '--port', '80', 'b', '--role=operator'], sample);
  assert.deepEqual(parsed.words, ['a', 'b']);
  assert.deepEqual(parsed.options, { config: undefined, help: false, json: true, role: 'operator' });
  assert.deepEqual([...parsed.settings], [['port', '80']]);
  assert.deepEqual(parsed.faults, []);
});

test('`--flag value` and `--flag=value` are equal for every setting and value', () => {
  const value = fc.string().filter(text => !/^-[a-z]|^--/i.test(text));
  fc.assert(
    fc.property(fc.constantFrom(...SETTING_NAMES), value, (name, text) => {
      const apart = parseArguments(['w', `--${name}`, text], sample);
      const together = parseArguments(['w', `--${name}=${text}`], sample);
      assert.deepEqual(apart, together);
      assert.equal(apart.settings.get(name), text);
    }),
  );
});

test('the parser never throws and reports every unknown argument', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), args => {
      const { words, settings, faults, options } = parseArguments(args, sample);
      const taken = words.length + settings.size + Object.values(options).filter(Boolean).length;
      assert.ok(taken + faults.length > 0);
    }),
  );
});

for (const [args, fault] of [
  [['w', '--prot', '80'], 'there is no flag --prot; did you mean --port?'],
  [['w', '--prot=80'], 'there is no flag --prot; did you mean --port?'],
  [['--jsn', 'w'], 'there is no flag --jsn; did you mean --json?'],
  [['w', '-x'], 'there is no flag -x'],
  [['w', '-port', '80'], 'there is no flag -port; did you mean --port?'],
  [['w', '--port'], '--port needs a value'],
  [['w', '--port', '--json'], '--port needs a value; if it begins with a dash, write --port=VALUE'],
  [['w', '--json=yes'], '--json takes no value'],
  [['w', '--port', '1', '--port', '2'], '--port is given more than once'],
  [['w', 'w', 'w'], 'sample does not take w'],
  [[], 'sample needs more arguments: broadsheet sample WORD [WORD]'],
  [['w', '--secrte=hunter2'], 'there is no flag --secrte; did you mean --secret?'],
  [['w', '--\u001b[2Jx'], 'there is no flag --\\u{1b}[2Jx'],
  [['w', '--__proto__', 'x'], 'there is no flag --__proto__'],
] as const)
  test(`${JSON.stringify(args)}: ${fault}`, () => {
    assert.deepEqual(parseArguments(args, sample).faults, [fault]);
  });

test('all faults are reported together', () => {
  const { faults } = parseArguments(['w', '--prot', '80', '--jsn', '--port'], sample);
  assert.equal(faults.length, 3);
});

test('everything after `--` is a positional argument', () => {
  assert.deepEqual(parseArguments(['--json', '--', '--port', '-h'], sample).words, ['--port', '-h']);
});
