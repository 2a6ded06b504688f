import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { SETTINGS } from '../config.ts';
import { VERSION } from '../version.ts';
import { broadsheetHere, temporaryDirectory } from './cli.testing.ts';
import { COMMANDS } from './commands/index.ts';

test('without a command, and with `help`, every command is listed with its summary', async () => {
  const nothing = await broadsheetHere([]);
  const help = await broadsheetHere(['help']);
  assert.deepEqual([nothing.code, help.code], [2, 0]);
  assert.equal(nothing.stdout, help.stdout);
  for (const { name, summary } of COMMANDS) {
    assert.match(help.stdout, new RegExp(`^  ${name} +\\S`, 'm'));
    assert.match(summary, /^[A-Z].*\.$/);
  }
});

for (const command of COMMANDS)
  test(`\`help ${command.name}\` and \`${command.name} --help\` print the same complete page`, async () => {
    const page = await broadsheetHere(['help', command.name]);
    assert.equal(page.code, 0);
    for (const flag of ['--help', '-h'])
      assert.deepEqual(await broadsheetHere([command.name, flag, '--no-such-flag']), page);
    for (const form of command.usage) assert.ok(page.stdout.includes(`  broadsheet ${form}\n`));
    for (const option of Object.keys(command.options)) assert.ok(page.stdout.includes(`  --${option}`));
    for (const line of page.stdout.split('\n')) assert.ok(line.length <= 100, line);
  });

test('`help` explains every setting, and no command option has the name of a setting', async () => {
  const { stdout } = await broadsheetHere(['help', 'config']);
  for (const name of Object.keys(SETTINGS)) assert.match(stdout, new RegExp(`^  --${name} +\\S`, 'm'));
  for (const { name, options } of COMMANDS)
    for (const option of Object.keys(options))
      assert.ok(
        !Object.hasOwn(SETTINGS, option) || OWN_MEANING.has(`${name} --${option}`),
        `${name} --${option}`,
      );
});

/** A command without an installation may define an option with the name of a setting. */
const OWN_MEANING = new Set(['eval --data']);

test('`--version` prints the version', async () => {
  assert.deepEqual(await broadsheetHere(['--version']), { code: 0, stdout: `${VERSION}\n`, stderr: '' });
});

test('RUN-4: `config` shows each setting with its origin, and no secrets', async () => {
  const directory = await temporaryDirectory();
  await writeFile(join(directory, 'broadsheet.toml'), '# mine\nname = "The Corner"\nport = 81\n');
  const environment = {
    BROADSHEET_PORT: '82',
    BROADSHEET_SECRET: 'hunter2hunter2hunter2hunter2hunter2',
    BROADSHEET_DATABASE_URL: 'postgres://ada:hunter2@db:5433/news',
  };
  const { code, stdout } = await broadsheetHere(['config', '--demo', 'off'], { cwd: directory, environment });
  assert.equal(code, 0);
  assert.match(stdout, /^demo +off +--demo$/m);
  assert.match(stdout, /^port +82 +BROADSHEET_PORT$/m);
  assert.match(stdout, /^name +The Corner +broadsheet\.toml:2$/m);
  assert.match(stdout, /^host +127\.0\.0\.1 +default$/m);
  assert.match(stdout, /^secret +\*+ +BROADSHEET_SECRET$/m);
  assert.match(stdout, /^database-url +postgres:\/\/ada:\*+@db:5433\/news +BROADSHEET_DATABASE_URL$/m);
  assert.match(stdout, /^metrics-token +- +default$/m);
  assert.match(stdout, /\nFile: broadsheet\.toml\n$/);
  assert.doesNotMatch(stdout, /hunter2/);

  const json = await broadsheetHere(['config', '--json'], { cwd: directory, environment });
  const { file, settings } = JSON.parse(json.stdout);
  assert.equal(file, join(directory, 'broadsheet.toml'));
  assert.deepEqual(
    settings.map(({ name }: { name: string }) => name),
    Object.keys(SETTINGS),
  );
  assert.deepEqual(settings[1], {
    name: 'port',
    value: '82',
    origin: { kind: 'variable', where: 'BROADSHEET_PORT' },
  });
  assert.doesNotMatch(json.stdout, /hunter2/);
});

test('a stack trace is shown only on request', async () => {
  const args = ['config', '--port', 'x'];
  const plain = await broadsheetHere(args);
  const debug = await broadsheetHere([...args, '--log-level', 'debug']);
  assert.equal(plain.stderr.split('\n').length, 3);
  assert.doesNotMatch(plain.stderr, /\n {4}at /);
  assert.ok(debug.stderr.startsWith(plain.stderr));
  assert.match(debug.stderr, /\n {4}at /);
});
