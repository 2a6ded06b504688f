import { readFile } from 'node:fs/promises';
import { parseAddress } from './address.ts';
import { normalizeHost } from './address-guard.ts';

/** The addresses of a name in this machine's hosts file. A file that cannot be read counts as empty. */
export async function addressesInHostsFile(file: string, host: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const name = normalizeHost(host);
  const found: string[] = [];
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (parseAddress(address) !== null && names.some(other => normalizeHost(other) === name))
      found.push(address);
  }
  return found;
}
