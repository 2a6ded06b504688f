/**
 * PostgreSQL's settings for a machine. The defaults of PostgreSQL suit the smallest computer; these suit a laptop
 * that also runs a browser, or with `dedicated` a machine whose memory was granted explicitly.
 */
export function tuneFor(machine: MachineSize): Settings {
  const connections = machine.maxConnections ?? 100;
  return {
    max_connections: String(connections),
    ...memory(machine, connections),
    ...writeAheadLog(machine),
    ...planner(machine),
    ...vacuum(machine),
    ...DURABILITY,
    ...SESSIONS,
    ...OBSERVABILITY,
  };
}

function memory({ memoryBytes, dedicated = false, limits = {} }: MachineSize, connections: number): Settings {
  // A quarter is the usual share. The rest of the cache belongs to the system, which returns it when others need it;
  // PostgreSQL never does. Hence at most 1 GiB unless the memory was granted.
  const wanted = clamp(128 * MIB, memoryBytes / 4, dedicated ? 4 * GIB : 1 * GIB);
  const shared = Math.min(wanted, (limits.maxSharedBuffersMb ?? Number.POSITIVE_INFINITY) * MIB);
  return {
    shared_buffers: megabytes(shared),
    // Only an estimate for the planner: how much data the system is likely to hold in memory.
    effective_cache_size: megabytes(Math.max(2 * shared, memoryBytes * (dedicated ? 0.75 : 0.5))),
    // Per sort; a query has several, and every connection may run one concurrently; hence the divisor.
    work_mem: megabytes(clamp(4 * MIB, (memoryBytes - shared) / (connections * 4), 32 * MIB)),
    // Index builds; one at a time.
    maintenance_work_mem: megabytes(clamp(64 * MIB, memoryBytes / 16, 512 * MIB)),
    // Per vacuum worker; these run concurrently.
    autovacuum_work_mem: megabytes(clamp(32 * MIB, memoryBytes / 64, 256 * MIB)),
  };
}

function writeAheadLog({ memoryBytes, walCompression = 'pglz', limits = {} }: MachineSize): Settings {
  return {
    // One segment: a burst of commits is buffered in memory instead of waiting for room.
    wal_buffers: `${limits.walBuffersMb ?? 16}MB`,
    // Whole pages go to the log after each checkpoint; compressed they are a fraction, for little CPU time.
    wal_compression: walCompression,
    // Long texts, such as log events, are compressed while a caller waits for the write.
    default_toast_compression: walCompression,
    // Segments are reused instead of created.
    min_wal_size: `${limits.minWalMb ?? 256}MB`,
    // The log to replay after a crash: more would make checkpoints rarer, and recovery longer than 10 s.
    max_wal_size: memoryBytes < 2 * GIB ? '512MB' : '1GB',
    checkpoint_timeout: '10min',
    // Spread over nearly the whole interval, so that readers do not notice a checkpoint.
    checkpoint_completion_target: '0.9',
  };
}

function planner({ cores }: MachineSize): Settings {
  return {
    // Solid-state disks: random reads cost hardly more than sequential ones.
    random_page_cost: '1.1',
    effective_io_concurrency: '64',
    // Queries here are short; compiling one takes longer than running it.
    jit: 'off',
    // At most half of the cores for one query: the others answer requests meanwhile.
    max_parallel_workers_per_gather: String(clamp(0, Math.floor(cores / 2), 2)),
    max_parallel_maintenance_workers: String(clamp(1, Math.floor(cores / 2), 2)),
    max_parallel_workers: String(clamp(2, cores, 8)),
    max_worker_processes: String(clamp(8, cores + 4, 16)),
  };
}

/**
 * Queues, leases and offsets are small tables that are rewritten all day. With the defaults (a fifth of the table
 * changed, checked once a minute) they bloat to many times their size between two vacuums.
 */
function vacuum({ cores }: MachineSize): Settings {
  return {
    autovacuum: 'on',
    autovacuum_naptime: '15s',
    autovacuum_max_workers: String(clamp(2, cores, 4)),
    autovacuum_vacuum_threshold: '500',
    autovacuum_vacuum_scale_factor: '0.05',
    // Large tables too: never more dead rows than this.
    autovacuum_vacuum_max_threshold: '500000',
    autovacuum_vacuum_insert_scale_factor: '0.1',
    // A table that grows from nothing needs statistics soon, or its plans stay those of an empty table.
    autovacuum_analyze_threshold: '250',
    autovacuum_analyze_scale_factor: '0.02',
    // The default suits spinning disks.
    autovacuum_vacuum_cost_limit: '2000',
  };
}

/** Set explicitly although they are defaults: acknowledged data is on disk. */
const DURABILITY: Settings = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

const SESSIONS: Settings = {
  timezone: 'UTC',
  // A forgotten transaction keeps all rows that died since its start, in all tables.
  idle_in_transaction_session_timeout: '60s',
  // The query of a disconnected client is cancelled instead of finished.
  client_connection_check_interval: '5s',
  password_encryption: 'scram-sha-256',
};

const OBSERVABILITY: Settings = {
  shared_preload_libraries: 'pg_stat_statements',
  track_io_timing: 'on',
  // The log reaches ours through a pipe (see server-log.ts), so no log files pile up on disk.
  log_destination: 'stderr',
  logging_collector: 'off',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  log_lock_waits: 'on',
  log_min_duration_statement: '1s',
  // Values are the readers' own (addresses, searches) and do not belong in a log.
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
};

function clamp(min: number, wanted: number, max: number): number {
  return Math.max(min, Math.min(max, wanted));
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / MIB)}MB`;
}

const MIB = 1_048_576;
const GIB = 1_073_741_824;

export interface MachineSize {
  memoryBytes: number;
  cores: number;
  /** The memory is ours alone, not shared with other programs. */
  dedicated?: boolean | undefined;
  maxConnections?: number | undefined;
  limits?: PostgresLimits | undefined;
  /** lz4 is faster and compresses as well, where the programs were built with it. */
  walCompression?: 'lz4' | 'pglz' | undefined;
}

/** For installations that are to leave most memory and disk to others. */
export interface PostgresLimits {
  readonly maxSharedBuffersMb?: number;
  readonly minWalMb?: number;
  readonly walBuffersMb?: number;
}

export type Settings = Readonly<Record<string, string>>;
