import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** How many seconds each test file took in earlier runs on this machine. */
export async function readDurations(root: string): Promise<Map<string, number>> {
  try {
    return new Map(Object.entries(JSON.parse(await readFile(join(root, FILE), 'utf8'))));
  } catch {
    // No earlier run, or one that was interrupted while it wrote: the order is only slower.
    return new Map();
  }
}

export async function writeDurations(root: string, measured: ReadonlyMap<string, number>): Promise<void> {
  const all = new Map([...(await readDurations(root)), ...measured]);
  await mkdir(dirname(join(root, FILE)), { recursive: true });
  await writeFile(join(root, FILE), JSON.stringify(Object.fromEntries(all)));
}

const FILE = 'node_modules/.cache/test-durations.json';
