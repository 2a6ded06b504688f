import type { Clock } from '../lib/clock.ts';
import { inBackground } from '../platform/database/background.ts';
import type { Database } from '../platform/database/port.ts';
import type { EventLog } from '../platform/log/port.ts';
import type { Telemetry } from '../platform/telemetry/port.ts';
import { startCommandRunner } from './commands/run-commands.ts';
import type { SearchEngine } from './engine/port.ts';
import { exposeIndexMetrics, startIndexConsumers } from './indexing/index-consumers.ts';
import { PeriodicVerification } from './indexing/periodic-verification.ts';

/** SRCH-4: keeps an index current. The role `index` opens the index, and beside it starts alerts/start.ts. */
export async function startSearch(deps: IndexFlowDeps): Promise<RunningSearch> {
  const { engine, index, log, clock, telemetry } = deps;
  // Indexing reads whole pages of articles, so queries of readers go first.
  const database = inBackground(deps.database, { patienceMs: DATABASE_PATIENCE_MS });
  const stopping = new AbortController();

  // articles.new, stories.changed -> search documents -> the index
  const consumers = await startIndexConsumers({ database, log, engine, index });
  const verifying = { settled: () => consumers.drained(), signal: stopping.signal };
  // search_orders (the CLI) -> verify, rebuild or stats -> an answer for each index
  const commands = await startCommandRunner({ database, engine, index, log: telemetry.log, verifying });
  exposeIndexMetrics({ engine, index, log, clock, telemetry });
  // articles <-> the index: at the start, every ten minutes, and after the index was reopened
  const verification = new PeriodicVerification({ database, engine, clock, telemetry, verifying });

  return {
    verifySoon: () => verification.runSoon(),
    drained: async () => {
      await verification.settled();
      await consumers.drained();
    },
    stop: async () => {
      stopping.abort();
      await commands.close();
      await consumers.stop();
      await verification.ended();
    },
  };
}

const DATABASE_PATIENCE_MS = 30_000;

export interface IndexFlowDeps {
  readonly engine: SearchEngine;
  readonly index: string;
  readonly database: Database;
  readonly log: EventLog;
  /** The machine's clock: for intervals, which no test moves. */
  readonly clock: Clock;
  readonly telemetry: Telemetry;
}

export interface RunningSearch {
  /** Requests a verification, because articles may be missing. */
  verifySoon(): void;
  /** Resolves when everything committed before the call is searchable. */
  drained(): Promise<void>;
  stop(): Promise<void>;
}
