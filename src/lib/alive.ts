import { readdir, readFile } from 'node:fs/promises';
import { Server, Socket } from 'node:net';

/** Reports what keeps this process alive: active resources, details of each handle, and child processes. */
export async function reportAlive(): Promise<string> {
  return [
    `active resources: ${countEach(process.getActiveResourcesInfo()) || 'none'}`,
    ...activeHandles().map(handle => `  ${describe(handle)}`),
    ...(await childProcesses()).map(child => `  child process ${child}`),
  ].join('\n');
}

function countEach(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${count} ${name}`).join(', ');
}

/** Node has no documented API that lists open sockets and processes. */
function activeHandles(): unknown[] {
  const list: unknown = Reflect.get(process, '_getActiveHandles');
  const handles: unknown = typeof list === 'function' ? list.call(process) : [];
  return Array.isArray(handles) ? handles : [];
}

function describe(handle: unknown): string {
  if (handle instanceof Server) return `server on ${JSON.stringify(handle.address())}`;
  if (handle instanceof Socket)
    return handle.remoteAddress === undefined
      ? `pipe ${Reflect.get(handle, 'fd') ?? ''}`.trim()
      : `socket from ${handle.localPort} to ${handle.remoteAddress}:${handle.remotePort}`;
  return typeof handle === 'object' && handle !== null ? handle.constructor.name : String(handle);
}

/** Their ids and command lines, where the system has /proc. */
async function childProcesses(): Promise<string[]> {
  const found: string[] = [];
  const ids = (await readdir('/proc').catch(() => [])).filter(name => /^\d+$/.test(name));
  for (const id of ids) {
    const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
    // The name of the program, in brackets, may contain spaces; its state and its parent's id follow.
    const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    if (parent !== String(process.pid)) continue;
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
    found.push(`${id}: ${command.replaceAll('\0', ' ').trim().slice(0, 200)}`);
  }
  return found;
}
