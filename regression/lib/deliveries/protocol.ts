import { defineStream } from '../../../src/streams.ts';

/**
 * Shared by the regressions of log, broker and tasks and their worker processes: each of the three
 * transports carries numbered work items, and each processed item leaves one row.
 */
export const TRANSPORTS = ['log', 'queue', 'task'] as const;
export type Transport = (typeof TRANSPORTS)[number];

export const GROUP = 'three-ways';
export const QUEUE = 'three-ways';
export const KIND = 'three-ways';
/** Short, so that messages of a dead process become visible soon. */
export const VISIBILITY_MS = 3_000;

export interface WorkItem {
  readonly number: number;
  /** How every attempt fails. */
  readonly poison?: Poison;
}

export const POISONS = ['throws', 'loops', 'exhausts memory'] as const;
export type Poison = (typeof POISONS)[number];

export function isWorkItem(value: unknown): value is WorkItem {
  return typeof value === 'object' && value !== null && 'number' in value && typeof value.number === 'number';
}

export const STREAM = defineStream<WorkItem>({
  name: 'three.ways',
  description: 'Numbered items.',
  version: 1,
  keyedBy: 'number modulo 16',
  key: ({ number }) => `key ${number % 16}`,
  partitions: 4,
  retentionDays: 1,
  encode: item => item,
  decode: { 1: data => (isWorkItem(data) ? data : null) },
});

/** Without a unique key: a doubled effect must be visible, not refused. */
export const EFFECTS = `
  create table effects (
    way text not null,
    number int not null,
    process int not null,
    at timestamptz not null default clock_timestamp()
  )`;
