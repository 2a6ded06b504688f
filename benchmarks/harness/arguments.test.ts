import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCommand } from './arguments.ts';

const options = { quick: false, json: false, write: false, strict: false };

test('a name runs one benchmark, with its flags before or after it', () => {
  assert.deepEqual(parseCommand(['driver', '--quick']), {
    kind: 'one',
    name: 'driver',
    options: { ...options, quick: true },
  });
  assert.deepEqual(parseCommand(['--json', 'driver']), {
    kind: 'one',
    name: 'driver',
    options: { ...options, json: true },
  });
});

test('--all and --list need no name, and --help wins over everything', () => {
  assert.deepEqual(parseCommand(['--all', '--strict']), {
    kind: 'all',
    options: { ...options, strict: true },
  });
  assert.deepEqual(parseCommand(['--list']), { kind: 'list' });
  assert.deepEqual(parseCommand(['--all', 'driver', '--help']), { kind: 'help' });
});

for (const [args, reason] of [
  [[], /which benchmark/],
  [['driver', 'broker'], /one benchmark at a time, not also 'broker'/],
  [['driver', '--all'], /either --all or 'driver'/],
  [['--quik'], /--quik/],
] as const) {
  test(`\`${args.join(' ')}\` is refused with the reason`, () => {
    const command = parseCommand(args);
    assert.ok(command.kind === 'wrong');
    assert.match(command.reason, reason);
  });
}
