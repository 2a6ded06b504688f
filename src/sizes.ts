import { availableParallelism } from 'node:os';
import type { Config } from './config.ts';
import { memoryOfThisMachine } from './lib/machine-memory.ts';
import type { PostgresLimits } from './platform/database/embedded/tuning.ts';

/**
 * What the setting `size` decides. A laptop runs `medium`, which is made for little memory at rest; `large` is for
 * machines that run nothing else, and keeps what is fastest under load. Explicit settings override it.
 */
export function sizeOf(
  config: Pick<Config, 'size' | 'crawlThreads' | 'storiesThreads' | 'databaseConnections'>,
  machine: Machine = thisMachine(),
): InstallationSize {
  const name = config.size === 'auto' ? sizeFor(machine.memoryBytes) : config.size;
  const threads = name === 'small' || (name === 'medium' && machine.cores < MIN_CORES_FOR_TWO) ? 1 : 2;
  const { connections, ...rest } = SIZES[name];
  return {
    name,
    ...rest,
    searchThreads: threads,
    crawlThreads: config.crawlThreads ?? threads,
    storiesThreads: config.storiesThreads ?? threads,
    databaseConnections: config.databaseConnections ?? connections,
  };
}

function sizeFor(memoryBytes: number): SizeName {
  if (memoryBytes < SMALL_BELOW) return 'small';
  return memoryBytes < LARGE_FROM ? 'medium' : 'large';
}

const GIB = 1_073_741_824;
const SMALL_BELOW = 2 * GIB;
/** Laptops have up to 48 GiB. */
const LARGE_FROM = 64 * GIB;
/** Below that, two threads of a kind would only wait for each other. */
const MIN_CORES_FOR_TWO = 4;

function thisMachine(): Machine {
  return { memoryBytes: memoryOfThisMachine(), cores: availableParallelism() };
}

const SIZES = {
  small: {
    connections: 8,
    runtime: { semiSpaceMb: 2, arenas: 2 },
    postgres: { maxSharedBuffersMb: 32, minWalMb: 32, walBuffersMb: 1 },
  },
  medium: {
    connections: 16,
    runtime: { semiSpaceMb: 4, arenas: 2 },
    postgres: { maxSharedBuffersMb: 64, minWalMb: 64, walBuffersMb: 4 },
  },
  large: { connections: 16, runtime: null, postgres: {} },
} as const;

type SizeName = Exclude<Config['size'], 'auto'>;

export interface InstallationSize {
  readonly name: SizeName;
  readonly crawlThreads: number;
  readonly storiesThreads: number;
  readonly searchThreads: number;
  readonly databaseConnections: number;
  /** How Node itself starts; null leaves it as it is. */
  readonly runtime: RuntimeSize | null;
  readonly postgres: PostgresLimits;
}

export interface RuntimeSize {
  /** New objects: a heap reserves and touches twice this before it collects, and each thread has a heap. */
  readonly semiSpaceMb: number;
  /** Pools of memory of the C library, by default eight for each core, which never return what they had. */
  readonly arenas: number;
}

interface Machine {
  readonly memoryBytes: number;
  readonly cores: number;
}
