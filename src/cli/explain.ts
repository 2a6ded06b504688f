import type { Config } from '../config.ts';
import { Problem } from '../errors.ts';
import { SecretUnusable } from '../installation-secret.ts';
import { codeOf, explainNotWritable } from '../platform/database/failures.ts';
import { isAboutField } from '../reasons.ts';
import { CommandFailure, UsageError } from './failures.ts';
import { hidePasswords } from './settings/mask.ts';
import { printable } from './terminal.ts';

/** The message for a failed command: what happened and what to do, never a stack trace. */
export function explain(error: unknown, config?: Config): ErrorExplanation {
  if (error instanceof UsageError) return { message: error.message };
  if (error instanceof CommandFailure || error instanceof SecretUnusable)
    return { message: error.message, remedy: error.remedy };
  return explainSystem(error, config) ?? explainDatabase(error, config) ?? { message: messageOf(error) };
}

/** Errors of the operating system, by code. */
function explainSystem(error: unknown, config?: Config): ErrorExplanation | null {
  const code = codeOf(error);
  const listens = property(error, 'syscall') === 'listen';
  const host = property(error, 'address') || config?.host;
  const port = property(error, 'port') || config?.port;
  if (code === 'EADDRINUSE')
    return {
      message: `port ${port} on ${host} is in use by another program`,
      remedy: 'Stop that program, or choose another port: --port 8081 (0 takes a free one).',
    };
  if (code === 'EADDRNOTAVAIL' || property(error, 'syscall') === 'getaddrinfo')
    return { message: `this machine has no address ${host}`, remedy: 'Check --host.' };
  if (code === 'EACCES' && listens)
    return {
      message: `this user cannot listen on port ${port}`,
      remedy: 'Choose a port above 1023, or put a proxy in front.',
    };
  const path = property(error, 'path');
  const meaning = FILE_FAULTS[code ?? ''];
  return meaning === undefined ? null : { message: path === undefined ? meaning : `${path}: ${meaning}` };
}

/** Errors of PostgreSQL or the connection to it. Driver errors carry PostgreSQL's code. */
function explainDatabase(error: unknown, config?: Config): ErrorExplanation | null {
  const source = error instanceof Problem && error.cause !== undefined ? error.cause : error;
  const location =
    config?.databaseUrl === undefined ? 'the embedded database' : hidePasswords(config.databaseUrl);
  if (error instanceof Problem && error.code === 'database-away')
    return {
      message: `the database does not answer (${location})${source === error ? '' : `: ${messageOf(source)}`}`,
      remedy: 'Check that it runs and that database-url names the right machine and port.',
    };
  const refusal = explainNotWritable(source);
  if (refusal) return { message: `${refusal.reason} (${location})`, remedy: refusal.remedy };
  const refused = DATABASE_REFUSALS[codeOf(source) ?? ''];
  if (refused === undefined) return null;
  return {
    message: `${refused.meaning} (${location}): ${messageOf(source)}`,
    remedy: config?.databaseUrl === undefined ? refused.embedded : refused.remedy,
  };
}

function property(
  error: unknown,
  name: 'syscall' | 'address' | 'port' | 'path',
): string | number | undefined {
  if (!(error instanceof Error) || !(name in error)) return undefined;
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** Aggregate errors (an address with two families) have no message. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return [...new Set(error.errors.map(messageOf))].join('; ');
  if (error instanceof Problem && error.faults.length > 0)
    return error.faults
      .map(({ at, message, reason }) =>
        reason && !isAboutField(reason) ? message : `${at.replace(/^\//, '')} ${message}`,
      )
      .join('; ');
  const text = error instanceof Error ? error.message || error.name : String(error);
  return hidePasswords(text.split('\n').map(printable).join('\n'));
}

const FILE_FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of the path is not a directory',
  EEXIST: 'the file already exists',
  EISDIR: 'it is a directory',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  EROFS: 'the disk is read-only',
  EMFILE: 'too many files are open; raise the limit (ulimit -n)',
};

/** `embedded` is the remedy where the program runs PostgreSQL itself. */
const DATABASE_REFUSALS: Readonly<Record<string, DatabaseRefusal>> = {
  '28P01': {
    meaning: 'the database rejected the password',
    remedy: 'Check the user and the password in database-url.',
    embedded:
      'The file postgres-password in the data directory is damaged. Restore it, or stop the program, remove the file and start again: the database then gets a new password.',
  },
  '28000': {
    meaning: 'the database rejected this user',
    remedy: 'Check the user in database-url, and pg_hba.conf of PostgreSQL.',
  },
  '3D000': {
    meaning: 'there is no such database',
    remedy: 'Create it (`createdb NAME`), or check the name in database-url.',
  },
  '42501': {
    meaning: 'the database user lacks a permission',
    remedy: 'Make the user of database-url the owner of the database, with all rights on its schema public.',
  },
  '53300': {
    meaning: 'the database has no free connections',
    remedy: 'Raise max_connections in PostgreSQL, or lower database-connections.',
  },
};

interface DatabaseRefusal {
  readonly meaning: string;
  readonly remedy: string;
  readonly embedded?: string;
}

export interface ErrorExplanation {
  readonly message: string;
  readonly remedy?: string | undefined;
}
