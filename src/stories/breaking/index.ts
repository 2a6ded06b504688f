export type { Announcement, BreakingStory, Cause, Sighting } from './announcement.ts';
export { Breaking, type BreakingOptions } from './breaking.ts';
export { paceNeeded, sourcesNeeded } from './thresholds.ts';
