import type { Installation } from '../context.ts';
import { startSignals } from '../signals/flow.ts';
import type { RunningRole } from './role.ts';

/** The role `signals`: applies the rules to signals and counts them. */
export async function startSignalsRole(installation: Installation): Promise<RunningRole> {
  const signals = await startSignals({ ...installation, database: installation.background });
  return { drain: () => signals.drained(), stop: () => signals.stop() };
}
