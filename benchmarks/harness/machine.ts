import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Machine } from './benchmark.ts';
import { formatNumber } from './table.ts';

/** The load before and after shows how much other processes used the machine. */
export function describeMachine(loadBefore: number): Machine {
  const cpus = os.cpus();
  return {
    cpu: cpus[0]?.model.trim() ?? 'unknown processor',
    cores: cpus.length,
    memoryGiB: os.totalmem() / 1_024 ** 3,
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    loadBefore,
    loadAfter: currentLoad(),
  };
}

/** The load average of the last minute. */
export function currentLoad(): number {
  return os.loadavg()[0] ?? 0;
}

/**
 * Total time of all cores, and time stolen by other guests of the host, in system ticks. Only Linux in a virtual
 * machine reports stolen time.
 */
export async function coreTimes(): Promise<CoreTimes> {
  const text = await readFile('/proc/stat', 'utf8').catch(() => '');
  const ticks = text.split('\n', 1)[0]?.trim().split(/\s+/).slice(1, 9).map(Number) ?? [];
  return { all: ticks.reduce((sum, each) => sum + each, 0), stolen: ticks[7] ?? 0 };
}

/** The stolen share of core time between two samples. */
export function stolenShare(before: CoreTimes, after: CoreTimes): number {
  return (after.stolen - before.stolen) / Math.max(1, after.all - before.all);
}

export interface CoreTimes {
  readonly all: number;
  readonly stolen: number;
}

export function machineText(machine: Machine): string {
  const { cpu, cores, memoryGiB, system, loadBefore, loadAfter } = machine;
  return [
    cpu,
    `${cores} cores`,
    `${formatNumber(memoryGiB)} GiB`,
    system,
    `load ${loadBefore.toFixed(2)} before${loadBefore > cores / 2 ? ' (others were at work)' : ''} and ${loadAfter.toFixed(2)} after`,
  ].join(', ');
}

export function versionsText(versions: Readonly<Record<string, string>>): string {
  return Object.entries(versions)
    .map(([name, version]) => `${name === 'node' ? 'Node' : name} ${version}`)
    .join(', ');
}

export async function packageVersions(
  root: string,
  names: readonly string[],
): Promise<Record<string, string>> {
  const versions: Record<string, string> = {};
  for (const name of names) versions[name] = await packageVersion(root, name);
  return versions;
}

async function packageVersion(root: string, name: string): Promise<string> {
  // Read from its folder: many packages do not export their package.json.
  const manifest = path.join(root, 'node_modules', name, 'package.json');
  const text = await readFile(manifest, 'utf8').catch(() => '{}');
  const content: unknown = JSON.parse(text);
  const found = typeof content === 'object' && content !== null && 'version' in content;
  return found && typeof content.version === 'string' ? content.version : 'not installed';
}
