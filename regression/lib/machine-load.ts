import assert from 'node:assert/strict';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause, systemClock } from '../../src/lib/clock.ts';

/**
 * How many times slower this machine is now than when idle: elapsed time of a busy loop divided by its CPU
 * time. Limits are meant for an idle machine and are multiplied by this factor.
 */
export function measureSlowdown(): number {
  const [began, before] = [performance.now(), process.cpuUsage()];
  const spentMs = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  while (spentMs() < BUSY_MS);
  return Math.max(1, (performance.now() - began) / spentMs());
}

const BUSY_MS = 300;

/**
 * The same for a whole run, including the disk: syncs a small file every quarter of a second. Work that waits
 * for the disk (a commit, a recovery, a start) slows down as much as these syncs.
 */
export async function watchMachineLoad(): Promise<MachineLoadWatch> {
  const folder = await mkdtemp(join(tmpdir(), 'broadsheet-machine-'));
  const file = await open(join(folder, 'written-through'), 'w');
  const stopping = new AbortController();
  const syncs: number[] = [];
  const sample = async () => {
    while (!stopping.signal.aborted) {
      const began = performance.now();
      await file.write(PAGE, 0, PAGE.length, 0);
      await file.datasync();
      syncs.push(performance.now() - began);
      await pause(systemClock, SAMPLE_MS, stopping.signal);
    }
  };
  const before = measureSlowdown();
  const sampling = sample();
  return {
    stop: async () => {
      stopping.abort();
      await sampling;
      await file.close();
      await rm(folder, { recursive: true, force: true });
      const slow = syncs.sort((one, other) => one - other)[Math.floor(syncs.length * SLOW_SHARE)] ?? 0;
      const slowdown = Math.max(before, measureSlowdown(), slow / IDLE_SYNC_MS);
      console.log(
        `limits are stretched ${slowdown.toFixed(1)} times: a tenth of the disk syncs took longer than ${slow.toFixed(1)} ms (idle: ${IDLE_SYNC_MS})`,
      );
      return slowdown;
    },
  };
}

/** Asserts that `work` takes less than the limit, stretched by the load of the machine; returns its result. */
export async function runWithin<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
  const machine = await watchMachineLoad();
  let tookMs = 0;
  let stretchedMs = 0;
  const began = performance.now();
  const result = await work().finally(async () => {
    tookMs = performance.now() - began;
    stretchedMs = limitMs * (await machine.stop());
  });
  assert.ok(tookMs < stretchedMs, `${Math.round(tookMs)} ms of ${Math.round(stretchedMs)} ms`);
  return result;
}

const PAGE = Buffer.alloc(8_192);
const SAMPLE_MS = 250;
const SLOW_SHARE = 0.9;
/** More than an idle solid-state disk takes. */
const IDLE_SYNC_MS = 5;

export interface MachineLoadWatch {
  /** Prints and returns the factor for limits. Call once. */
  stop(): Promise<number>;
}
