import { link, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from './config.ts';
import type { Keys } from './lib/keys.ts';
import type { Random } from './lib/random.ts';
import { hasCluster } from './platform/database/embedded/cluster-location.ts';
import { codeOf, replaceFile, syncDirectory } from './platform/database/embedded/files.ts';
import type { Queryable } from './platform/database/port.ts';
import { readFingerprint, recordFingerprint } from './platform/database/secret-fingerprint.ts';

/**
 * The secret of an installation: the setting, or the file `secret` in the data directory, which the first start creates.
 * A damaged or lost file is refused: with another secret the program would run, but open nothing that was sealed before.
 */
export async function installationSecret(config: SecretConfig, random: Random): Promise<string> {
  if (config.secret !== undefined) return checkSetting(config.secret);
  const found = await readSecretFile(config);
  if (found !== null) return found;
  const file = secretFile(config);
  if (config.databaseUrl === undefined && (await hasCluster(config.data))) throw lost(file);
  await createSecretFile(file, random);
  const created = await readSecretFile(config);
  // A link that leads nowhere: its name is taken, but there is nothing to read.
  if (created === null) throw lost(file);
  return created;
}

export function secretFile({ data }: Pick<Config, 'data'>): string {
  return join(data, 'secret');
}

/** The stored secret, or null when there is no file. */
export async function readSecretFile(config: Pick<Config, 'data'>): Promise<string | null> {
  const file = secretFile(config);
  try {
    const text = await readBounded(file);
    const fault = faultOf(text);
    if (fault !== null)
      throw new SecretUnusable(`the secret in ${file} is unusable: ${fault}`, recoveryOf(file));
    return text.trim();
  } catch (error) {
    if (error instanceof SecretUnusable) throw error;
    if (codeOf(error) === 'ENOENT') return null;
    throw new SecretUnusable(
      `the secret in ${file} cannot be read (${codeOf(error) ?? String(error)})`,
      `Start it as the user who created the file. ${recoveryOf(file)}`,
    );
  }
}

/** Puts another secret in place of the stored one. */
export async function replaceSecretFile(config: Pick<Config, 'data'>, secret: string): Promise<void> {
  await replaceFile(secretFile(config), `${secret}\n`, { mode: 0o600 });
}

/** Whether the file can hold this secret: settings may have spaces and letters of every script. */
export function fitsSecretFile(secret: string): boolean {
  return faultOf(`${secret}\n`) === null;
}

export function newSecret(random: Random): string {
  return Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url');
}

/** Identifies a secret without revealing it. */
export function fingerprintOf(keys: Keys): string {
  return keys.sign('fingerprint', 'installation');
}

/** Processes with different secrets would refuse each other's cursors, receipts and sealed values. */
export async function requireSameSecret(
  queryable: Queryable,
  keys: Keys,
  { record }: { readonly record: boolean },
): Promise<void> {
  const own = fingerprintOf(keys);
  const recorded = record ? await recordFingerprint(queryable, own) : await readFingerprint(queryable);
  if (recorded === null || recorded === own) return;
  throw new SecretUnusable(
    'this process has another secret than the one that its database was set up with',
    `Give it the secret of the other processes: the setting \`secret\`, or the file \`secret\` of the data directory. ${RENEWAL}`,
  );
}

/** 0 bytes would make all keys computable by anyone; a file that was cut off gives keys that open nothing. */
function faultOf(text: string): string | null {
  const secret = text.trim();
  if (secret === '') return 'it is empty';
  if (secret.length > MAX_LENGTH || !/^[\x21-\x7e]+$/.test(secret)) return 'it is not a secret of Broadsheet';
  // A secret that a restore took from a setting may be shorter than ours, but ends with its line.
  const isWhole = secret.length >= OWN_LENGTH || (secret.length >= MIN_LENGTH && text.endsWith('\n'));
  return isWhole ? null : `it is too short (${secret.length} characters)`;
}

function checkSetting(secret: string): string {
  if (secret.trim().length >= MIN_LENGTH) return secret;
  throw new SecretUnusable(
    `the setting \`secret\` is too short: it needs at least ${MIN_LENGTH} characters`,
    'Set it to the secret that the installation was created with. For a new one: openssl rand -base64 48',
  );
}

/**
 * Written whole under another name first, then linked, which fails when the name is taken: processes that start at the
 * same time agree on the secret of the first, and a crash leaves all of it or nothing.
 */
async function createSecretFile(file: string, random: Random): Promise<void> {
  const fresh = `${file}.${process.pid}-${Buffer.from(random.bytes(6)).toString('hex')}.new`;
  try {
    const handle = await open(fresh, 'wx', 0o600);
    try {
      await handle.writeFile(`${newSecret(random)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(fresh, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(fresh, { force: true });
  }
  await syncDirectory(dirname(file));
}

/** At most a little more than the longest secret: the file may be anything. */
async function readBounded(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_LENGTH + 2), 0, MAX_LENGTH + 2, 0);
    return buffer.subarray(0, bytesRead).toString('utf8');
  } finally {
    await handle.close();
  }
}

function lost(file: string): SecretUnusable {
  return new SecretUnusable(
    `the secret of this installation is missing: its database exists, but ${file} does not`,
    recoveryOf(file),
  );
}

function recoveryOf(file: string): string {
  return (
    `Copy ${file} back from a copy of the data directory, or from a backup: ` +
    `\`broadsheet restore FILE --data NEW-DIRECTORY\` writes its secret to NEW-DIRECTORY/secret. ${RENEWAL}`
  );
}

/** What a new secret costs. */
const RENEWAL =
  'If it is lost, stop all processes and run `broadsheet renew-secret --confirm`: service tokens and links in sent ' +
  'mail stop working, webhooks are signed with new keys, and stored credentials of sources are lost.';

const SECRET_BYTES = 32;
/** 32 bytes as base64url. */
const OWN_LENGTH = 43;
const MIN_LENGTH = 32;
const MAX_LENGTH = 1_024;

/** Ends a start or a command; never becomes an HTTP response. */
export class SecretUnusable extends Error {
  override name = 'SecretUnusable';
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}

type SecretConfig = Pick<Config, 'data' | 'secret' | 'databaseUrl'>;
