/** Shared by the chaos test and its workers. */
export const CHAOS_QUEUE = 'chaos';
export const VISIBILITY_MS = 3_000;
export const PROCESSES = 4;
export const WORKERS_PER_PROCESS = 4;

export interface ChaosBody {
  readonly number: number;
  readonly group: string | null;
  /** Counts within the group. */
  readonly sequence: number;
}

export function isChaosBody(body: unknown): body is ChaosBody {
  return (
    typeof body === 'object' && body !== null && 'number' in body && 'group' in body && 'sequence' in body
  );
}

/** Without a unique key: a doubled effect must be visible, not refused. */
export const EFFECTS = `
  create table effects (
    position bigint generated always as identity,
    message_id text not null,
    number int not null,
    group_name text,
    sequence int not null,
    receives int not null,
    process int not null
  )`;
