export { ERASURE_TAKES_MS, type RequestedErasure, requestErasure } from './erasure.ts';
export { exportAccount } from './export.ts';
export {
  ERASURE_WAITS_MS,
  type ErasableStore,
  type ErasureReport,
  finishErasures,
} from './finish-erasures.ts';
export { scanForTraces, type Trace } from './traces.ts';
