import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Config, SETTINGS, type SettingName } from '../../config.ts';
import type { Setting } from '../../lib/settings.ts';
import { UsageError } from '../failures.ts';
import { didYouMean } from '../suggest.ts';
import { type Environment, printable } from '../terminal.ts';
import { readSettingsFile, type SettingsFile } from './file.ts';
import { shownWrongValue } from './mask.ts';

/**
 * RUN-4: each setting from its flag, its environment variable, the file, or its default, in this order. All faults are
 * reported at once, including unknown names: a silently ignored typo is found much later.
 */
export function resolveSettings(sources: SettingSources): ResolvedSettings {
  const { file, faults } = openFile(sources);
  faults.push(...unknownVariables(sources.environment), ...unknownKeys(file));
  const found = SETTING_NAMES.map(name => effective(name, sources, file));
  const texts = new Map<SettingName, string>();
  const values: Record<string, unknown> = {};
  for (const { name, text, origin } of found) {
    const setting: Setting<unknown> = SETTINGS[name];
    const value = text === undefined ? undefined : setting.parse(text);
    values[camelCase(name)] = value;
    if (value !== undefined && value !== null) texts.set(name, setting.format(value));
    else if (origin.kind !== 'default') faults.push(wrongValue(name, origin, text));
  }
  const origins = new Map(found.map(({ name, origin }) => [name, origin]));
  for (const { name, message } of checkCombinations(name => texts.get(name)))
    faults.push(`${subject(name, origins.get(name))} ${message}`);
  if (faults.length > 0) throw new UsageError(faults);
  // The only cast: the loop has set every name of the catalogue to the result of its `parse`, as Config requires.
  // TypeScript cannot follow a loop over a record whose values differ in type.
  return { config: values as Config, origins, texts, file };
}

export const SETTING_NAMES = Object.keys(SETTINGS).filter(isSettingName);

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

/** `database-url` -> `BROADSHEET_DATABASE_URL` */
export function variableOf(name: string): string {
  return `${PREFIX}${name.replaceAll('-', '_').toUpperCase()}`;
}

export function camelCase(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `--config FILE`, else BROADSHEET_CONFIG, else ./broadsheet.toml when there is one. */
function openFile(sources: SettingSources): { file: SettingsFile | null; faults: string[] } {
  const { configFlag, environment, workingDirectory } = sources;
  const named = configFlag ?? (environment[CONFIG_VARIABLE] || undefined);
  const usual = join(workingDirectory, 'broadsheet.toml');
  if (named === undefined && !existsSync(usual)) return { file: null, faults: [] };
  const path = named === undefined ? usual : resolve(workingDirectory, named);
  const namedBy = configFlag !== undefined ? '--config' : named !== undefined ? CONFIG_VARIABLE : 'settings';
  try {
    return { file: readSettingsFile(path, namedBy, workingDirectory), faults: [] };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { file: null, faults: [...error.faults] };
  }
}

/** An empty variable counts as unset: container tools pass on unset variables as empty. */
function effective(name: SettingName, sources: SettingSources, file: SettingsFile | null): FoundSetting {
  const flag = sources.flags.get(name);
  if (flag !== undefined) return { name, text: flag, origin: { kind: 'flag', where: `--${name}` } };
  const variable = sources.environment[variableOf(name)];
  if (variable) return { name, text: variable, origin: { kind: 'variable', where: variableOf(name) } };
  const entry = file?.entries.get(name);
  if (file && entry)
    return {
      name,
      text: entry.text ?? undefined,
      origin: { kind: 'file', where: `${file.shownPath}:${entry.line}` },
    };
  return { name, text: SETTINGS[name].defaultText, origin: { kind: 'default', where: 'default' } };
}

function wrongValue(name: SettingName, origin: SettingOrigin, text: string | undefined): string {
  const { expected }: Setting<unknown> = SETTINGS[name];
  const given = text === undefined ? 'a table or a date' : shownWrongValue(name, text);
  return `${subject(name, origin)} must be ${expected}, not ${given}`;
}

/** The start of a message about a wrong value: its location. */
function subject(name: SettingName, origin: SettingOrigin | undefined): string {
  return origin?.kind === 'file' ? `${origin.where}: ${name}` : (origin?.where ?? name);
}

function unknownVariables(environment: Environment): string[] {
  const known = [...SETTING_NAMES.map(variableOf), CONFIG_VARIABLE];
  const tails = known.map(name => name.slice(PREFIX.length));
  return Object.keys(environment)
    .filter(name => name.startsWith(PREFIX) && !name.startsWith(TEST_PREFIX) && !known.includes(name))
    .map(name => {
      const hint = didYouMean(name.slice(PREFIX.length), tails, tail => `${PREFIX}${tail}`);
      return `there is no variable ${printable(name)}${hint}`;
    });
}

function unknownKeys(file: SettingsFile | null): string[] {
  return [...(file?.entries ?? [])]
    .filter(([key]) => !isSettingName(key))
    .map(
      ([key, { line }]) =>
        `${file?.shownPath}:${line}: there is no setting ${printable(key)}${didYouMean(key, SETTING_NAMES)}`,
    );
}

const PREFIX = 'BROADSHEET_';
const CONFIG_VARIABLE = `${PREFIX}CONFIG`;
/** These configure the test harness, which runs the program in the same environment. */
const TEST_PREFIX = `${PREFIX}TEST_`;

export interface SettingSources {
  /** Raw values by setting name. */
  readonly flags: ReadonlyMap<string, string>;
  readonly configFlag: string | undefined;
  readonly environment: Environment;
  readonly workingDirectory: string;
}

export interface ResolvedSettings {
  readonly config: Config;
  readonly origins: ReadonlyMap<SettingName, SettingOrigin>;
  /** The text of each setting that has a value. */
  readonly texts: ReadonlyMap<SettingName, string>;
  /** The settings file in use. */
  readonly file: SettingsFile | null;
}

export interface SettingOrigin {
  readonly kind: 'flag' | 'variable' | 'file' | 'default';
  /** `--port`, `BROADSHEET_PORT`, `broadsheet.toml:3` or `default`. */
  readonly where: string;
}

interface FoundSetting {
  readonly name: SettingName;
  readonly text: string | undefined;
  readonly origin: SettingOrigin;
}

/**
 * Constraints between settings, and beyond the format of a single one. `text` returns only well-formed settings, so that
 * nothing is reported twice.
 */
function checkCombinations(text: (name: SettingName) => string | undefined): CombinationFault[] {
  const faults: CombinationFault[] = [];
  const issuer = text('oidc-issuer');
  if (issuer !== undefined && text('oidc-client-id') === undefined)
    faults.push({ name: 'oidc-issuer', message: 'requires oidc-client-id' });
  if (text('database-url') !== undefined && text('secret') === undefined)
    faults.push({
      name: 'database-url',
      message: 'requires secret: processes that share a database must share their keys',
    });
  const publicUrl = text('public-url');
  if (publicUrl !== undefined && new URL(publicUrl).href !== `${new URL(publicUrl).origin}/`)
    faults.push({
      name: 'public-url',
      message: `must be an origin such as https://news.example, without user, path or query`,
    });
  const smtpUrl = text('smtp-url');
  if (smtpUrl !== undefined && !isValidMailServer(new URL(smtpUrl)))
    faults.push({
      name: 'smtp-url',
      message: 'may have only the parameter tls=off, for smtp:// without a user',
    });
  return faults;
}

/** A misspelt parameter must not be ignored, and a password needs TLS. */
function isValidMailServer({ protocol, username, search }: URL): boolean {
  return search === '' || (search === '?tls=off' && protocol === 'smtp:' && username === '');
}

interface CombinationFault {
  readonly name: SettingName;
  readonly message: string;
}
