import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parse, TomlError, type TomlValue } from 'smol-toml';
import { UsageError } from '../failures.ts';
import { printable } from '../terminal.ts';

/** The settings of a TOML file as text, each with its line. */
export function readSettingsFile(path: string, namedBy: string, workingDirectory: string): SettingsFile {
  const shownPath = printable(shorter(path, workingDirectory));
  let source: string;
  try {
    source = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${namedBy}: the settings file ${shownPath} cannot be read: ${reason(error)}`);
  }
  return { path, shownPath, ...parseSettingsFile(source, shownPath) };
}

export function parseSettingsFile(source: string, shownPath: string): Pick<SettingsFile, 'entries'> {
  const values = parseToml(source, shownPath);
  const lines = linesOfKeys(source);
  const entries = new Map<string, FileEntry>();
  for (const [key, value] of Object.entries(values)) {
    entries.set(key, { text: textOf(value), line: lines.get(key) ?? 1 });
  }
  return { entries };
}

function parseToml(source: string, shownPath: string): Record<string, TomlValue> {
  try {
    return parse(source, { integersAsBigInt: 'asNeeded' });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The rest of the message quotes the file, which may contain secrets.
    const [what = ''] = error.message.split('\n', 1);
    throw new UsageError(`${shownPath}:${error.line}: not valid TOML: ${what.replace(/^.*?: /, '')}`);
  }
}

/** Null for types that no setting has: tables, dates, lists of anything but text and numbers. */
function textOf(value: TomlValue): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value);
  if (!Array.isArray(value)) return null;
  const items = value.map(textOf);
  return value.some(Array.isArray) || items.includes(null) ? null : items.join(',');
}

/**
 * The parser does not report line numbers. But every top-level statement is a valid document, and no prefix of one is:
 * lines are collected until they parse, and the resulting key started at the first of them.
 */
function linesOfKeys(source: string): Map<string, number> {
  const found = new Map<string, number>();
  let statement = '';
  let startsAt = 1;
  for (const [index, line] of source.split('\n').entries()) {
    statement += `${line}\n`;
    const keys = keysOf(statement);
    if (keys === null) continue;
    for (const key of keys) if (!found.has(key)) found.set(key, startsAt);
    // Keys after a table header belong to the table.
    if (/^\s*\[/.test(statement)) return found;
    statement = '';
    startsAt = index + 2;
  }
  return found;
}

function keysOf(statement: string): string[] | null {
  try {
    return Object.keys(parse(statement, { integersAsBigInt: 'asNeeded' }));
  } catch {
    return null;
  }
}

function shorter(path: string, workingDirectory: string): string {
  const fromHere = relative(workingDirectory, path);
  return fromHere === '' || fromHere.startsWith('..') ? path : fromHere;
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'it does not exist';
  if (code === 'EISDIR') return 'it is a directory';
  if (code === 'EACCES') return 'permission denied';
  return error instanceof Error ? error.message : String(error);
}

export interface SettingsFile {
  readonly path: string;
  /** The path for display: relative when it is below the working directory. */
  readonly shownPath: string;
  readonly entries: ReadonlyMap<string, FileEntry>;
}

export interface FileEntry {
  readonly text: string | null;
  readonly line: number;
}
