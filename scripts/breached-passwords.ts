import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { breachedPasswordHash } from '../src/accounts/breached-passwords.ts';
import { MIN_PASSWORD_LENGTH } from '../src/accounts/password-strength.ts';

/**
 * `node scripts/breached-passwords.ts passwords.txt.gz`: writes models/breached-passwords.bin from a list of passwords, one
 * per line. Shorter ones are left out, because they are refused anyway.
 */
const [source] = process.argv.slice(2);
if (source === undefined) throw new Error('usage: node scripts/breached-passwords.ts FILE.gz');
const passwords = gunzipSync(await readFile(source))
  .toString()
  .split('\n');
const long = passwords.filter(password => [...password].length >= MIN_PASSWORD_LENGTH);
const hashes = new Map(long.map(breachedPasswordHash).map(hash => [hash.toString('hex'), hash]));
const sorted = [...hashes.values()].sort(Buffer.compare);
await writeFile(join(import.meta.dirname, '../models/breached-passwords.bin'), Buffer.concat(sorted));
console.log(`${sorted.length} of ${passwords.length} passwords`);
