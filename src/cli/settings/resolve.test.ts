import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { stringify } from 'smol-toml';
import { SETTINGS, type SettingName } from '../../config.ts';
import type { Setting } from '../../lib/settings.ts';
import { START_ORDER } from '../../roles/roles.ts';
import { UsageError } from '../failures.ts';
import { MASK, shownValue } from './mask.ts';
import {
  camelCase,
  type ResolvedSettings,
  resolveSettings,
  SETTING_NAMES,
  type SettingSources,
  variableOf,
} from './resolve.ts';

const directory = mkdtempSync(join(tmpdir(), 'broadsheet-settings-'));
after(() => rmSync(directory, { recursive: true }));

function resolve(sources: Partial<SettingSources> & { file?: string } = {}): ResolvedSettings {
  const { file, ...rest } = sources;
  const path = join(directory, 'given.toml');
  if (file !== undefined) writeFileSync(path, file);
  return resolveSettings({
    flags: new Map(),
    configFlag: file === undefined ? undefined : path,
    environment: {},
    workingDirectory: directory,
    ...rest,
  });
}

function faultsOf(sources: Parameters<typeof resolve>[0]): readonly string[] {
  try {
    resolve(sources);
    return [];
  } catch (error) {
    assert.ok(error instanceof UsageError);
    return error.faults;
  }
}

/** Valid values for each kind of setting, none of them the default. */
const VALUES: Partial<Record<SettingName, readonly string[]>> = {
  'public-url': ['https://news.example', 'http://127.0.0.1:8080'],
  data: ['/a', '/b/c'],
  'traces-url': ['http://collector:4318'],
  name: ['The Corner', 'Ü'],
  port: ['0', '65535'],
  demo: ['off'],
  roles: ['web', 'tasks'],
  'trusted-proxies': ['10.0.0.0/8', '::1,127.0.0.1'],
  'cors-origins': ['https://a.example', 'https://a.example,http://b.example:81'],
  'request-timeout': ['1s', '5m'],
  'request-body-limit': ['64KiB'],
  'metrics-token': ['0123456789abcdef'],
};

test('RUN-4: without any source, every setting has its default', () => {
  const { config, origins } = resolve();
  assert.equal(config.port, 8080);
  assert.equal(config.databaseUrl, undefined);
  assert.deepEqual(config.roles.toSorted(), START_ORDER.toSorted());
  assert.equal(config.sessionIdle, 30 * 86_400_000);
  assert.deepEqual([...origins.keys()], SETTING_NAMES);
  assert.ok([...origins.values()].every(({ kind }) => kind === 'default'));
});

test('RUN-4: precedence is flag, variable, file, default', () => {
  const anySetting = fc.constantFrom(...Object.entries(VALUES));
  const given = fc.record({
    flag: fc.option(fc.nat()),
    variable: fc.option(fc.nat()),
    file: fc.option(fc.nat()),
  });
  const assignment = fc.uniqueArray(fc.tuple(anySetting, given), { selector: ([[name]]) => name });
  fc.assert(
    fc.property(assignment, chosen => {
      const flags = new Map<string, string>();
      const environment: Record<string, string> = {};
      const file: Record<string, string> = {};
      const expected = new Map<string, { kind: string; text: string | undefined }>();
      for (const [[name, values = []], { flag, variable, file: inFile }] of chosen) {
        const pick = (n: number) => values[n % values.length] ?? '';
        if (flag !== null) flags.set(name, pick(flag));
        if (variable !== null) environment[variableOf(name)] = pick(variable);
        if (inFile !== null) file[name] = pick(inFile);
        const text = flags.get(name) ?? environment[variableOf(name)] ?? file[name];
        const kind =
          flag !== null ? 'flag' : variable !== null ? 'variable' : inFile !== null ? 'file' : 'default';
        expected.set(name, { kind, text });
      }
      const { config, origins } = resolve({ flags, environment, file: stringify(file) });
      for (const [name, { kind, text }] of expected) {
        const setting: Setting<unknown> = SETTINGS[name as SettingName];
        assert.equal(origins.get(name as SettingName)?.kind, kind);
        const written = text ?? setting.defaultText;
        assert.deepEqual(
          Object.entries(config).find(([key]) => key === camelCase(name))?.[1],
          written === undefined ? undefined : setting.parse(written),
        );
      }
    }),
    { numRuns: 60 },
  );
});

test('an empty variable counts as unset; an empty flag is invalid', () => {
  assert.equal(resolve({ environment: { BROADSHEET_PORT: '' } }).config.port, 8080);
  assert.deepEqual(faultsOf({ flags: new Map([['port', '']]) }), [
    "--port must be a whole number from 0 to 65535, not ''",
  ]);
});

test('RUN-4: all wrong settings are reported at once, each with its location and the expected value', () => {
  const faults = faultsOf({
    flags: new Map([['port', '80800']]),
    environment: {
      BROADSHEET_DEMO: 'maybe',
      BROADSHEET_PROT: '1',
      BROADSHEET_SECRET: 'too short',
      BROADSHEET_TEST_POSTGRES: 'for the harness',
      PATH: '/bin',
    },
    file: 'log-level = "loud"\n\nprot = 3\nname = 2026-01-01\ncors-origins = ["https://a.example/path"]\n',
  });
  const file = join(directory, 'given.toml').slice(directory.length + 1);
  assert.deepEqual(faults, [
    'there is no variable BROADSHEET_PROT; did you mean BROADSHEET_PORT?',
    `${file}:3: there is no setting prot; did you mean port?`,
    "--port must be a whole number from 0 to 65535, not '80800'",
    `${file}:4: name must be text without control characters, not a table or a date`,
    "BROADSHEET_DEMO must be one of on, off, not 'maybe'",
    'BROADSHEET_SECRET must be at least 32 characters, not 9 hidden characters',
    `${file}:5: cors-origins must be origins such as https://example.org, separated by commas, not 'https://a.example/path'`,
    `${file}:1: log-level must be one of debug, info, warn, error, not 'loud'`,
  ]);
});

test('settings that depend on each other are checked together', () => {
  assert.deepEqual(faultsOf({ flags: new Map([['oidc-issuer', 'https://id.example']]) }), [
    '--oidc-issuer requires oidc-client-id',
  ]);
  assert.deepEqual(faultsOf({ environment: { BROADSHEET_DATABASE_URL: 'postgres://x@db/y' } }), [
    'BROADSHEET_DATABASE_URL requires secret: processes that share a database must share their keys',
  ]);
  for (const url of ['https://news.example/path', 'https://news.example?x', 'https://u:p@news.example'])
    assert.match(
      faultsOf({ flags: new Map([['public-url', url]]) })[0] ?? '',
      /^--public-url must be an origin/,
    );
  assert.deepEqual(faultsOf({ flags: new Map([['public-url', 'https://news.example/']]) }), []);
  for (const url of [
    'smtp://relay?tls=of',
    'smtp://relay?x=1',
    'smtp://u:p@relay?tls=off',
    'smtps://relay?tls=off',
  ])
    assert.match(
      faultsOf({ flags: new Map([['smtp-url', url]]) })[0] ?? '',
      /^--smtp-url may have only/,
      url,
    );
  for (const url of ['smtp://relay?tls=off', 'smtp://u:p@relay:587', 'smtps://relay'])
    assert.deepEqual(faultsOf({ flags: new Map([['smtp-url', url]]) }), [], url);
});

test('the settings file is the named one, otherwise broadsheet.toml, and a named file must exist', () => {
  writeFileSync(join(directory, 'broadsheet.toml'), 'port = 1');
  try {
    assert.equal(resolve().config.port, 1);
    assert.equal(resolve().origins.get('port')?.where, 'broadsheet.toml:1');
    assert.equal(resolve({ file: 'port = 2' }).config.port, 2);
    assert.equal(resolve({ environment: { BROADSHEET_CONFIG: 'given.toml' } }).config.port, 2);
    assert.deepEqual(faultsOf({ configFlag: 'missing.toml' }), [
      '--config: the settings file missing.toml cannot be read: it does not exist',
    ]);
    assert.deepEqual(faultsOf({ environment: { BROADSHEET_CONFIG: '.' } }), [
      `BROADSHEET_CONFIG: the settings file ${directory} cannot be read: it is a directory`,
    ]);
  } finally {
    rmSync(join(directory, 'broadsheet.toml'));
  }
});

test('a secret is never shown, valid or not', () => {
  const secrets = SETTING_NAMES.filter(name => SETTINGS[name].secret);
  assert.ok(secrets.includes('database-url') && secrets.includes('secret'));
  // Long enough not to occur in the surrounding text by chance.
  const value = fc.string({ unit: fc.constantFrom(...'xyzXYZ0189:/@?&=#% '), minLength: 12, maxLength: 60 });
  fc.assert(
    fc.property(fc.constantFrom(...secrets), value, (name, secret) => {
      for (const fault of faultsOf({ flags: new Map([[name, secret]]) }))
        assert.ok(!fault.includes(secret), fault);
      if (!name.endsWith('-url')) assert.equal(shownValue(name, secret), MASK);
    }),
  );
});

test('only the password of an address is hidden', () => {
  const password = fc.string({
    unit: fc.constantFrom(...'pqrstuvw0123456789:!$'),
    minLength: 8,
    maxLength: 20,
  });
  fc.assert(
    fc.property(password, secret => {
      const url = `postgres://ada:${secret}@db.example:5432/news?sslpassword=${secret}&x=1`;
      const shown = shownValue('database-url', url);
      assert.equal(shown, `postgres://ada:${MASK}@db.example:5432/news?sslpassword=${MASK}&x=1`);
    }),
  );
  assert.equal(shownValue('traces-url', 'http://u:secret@host:4318'), `http://u:${MASK}@host:4318`);
});
