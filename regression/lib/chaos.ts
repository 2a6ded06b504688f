/** What the chaos test and its workers have agreed on. */
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

/** Neither unique nor keyed: what happened twice must be seen, not refused. */
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
