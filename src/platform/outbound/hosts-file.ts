import { readFile } from 'node:fs/promises';
import { parseAddress } from './address.ts';
import { plainName } from './address-guard.ts';

/** The addresses that this machine's own table has for a name. An unreadable table is an empty one. */
export async function addressesInHostsFile(file: string, host: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const name = plainName(host);
  const found: string[] = [];
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (parseAddress(address) !== null && names.some(other => plainName(other) === name)) found.push(address);
  }
  return found;
}
