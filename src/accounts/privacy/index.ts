export { IMPERSONAL_TABLES, PERSONAL_DATA } from './catalogue.ts';
export { ERASURE_TAKES_MS, type RequestedErasure, requestErasure } from './erasure.ts';
export { exportAccount } from './export.ts';
export { ERASURE_WAITS_MS, type ErasureReport, finishErasures } from './finish-erasures.ts';
export type { EraseElsewhere, PersonalData } from './personal-data.ts';
export { scanForTraces, type Trace } from './traces.ts';
