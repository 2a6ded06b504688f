export { acquireDirectoryLock, type DirectoryLock } from './directory-lock.ts';
export { DirectoryInUse, DirectoryUnusable, EngineFailed } from './errors.ts';
export { findRunningPostgres, type RunningPostgres } from './running-server.ts';
export { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './start.ts';
export { type MachineSize, type Settings, tuneFor } from './tuning.ts';
