import type { BreakerSettings } from '../../lib/breaker.ts';
import type { Clock } from '../../lib/clock.ts';
import { type BreakerTelemetry, createBreaker } from '../telemetry/breakers.ts';
import { type Archive, ArchiveCorrupted, ArchiveRefused } from './port.ts';

/**
 * ARC-1: an archive that never delays its callers. Operations on one document end within the breaker's time, and
 * reject at once while the archive is down, slow or full. Failures are counted here and an outage is logged once, so
 * callers that go on without the archive (fetches) need not report anything.
 *
 * Retention and usage walk the whole archive in a task: they have no deadline, and their failures must fail the task.
 */
export function createResilientArchive(archive: Archive, deps: ResilientArchiveDeps): Archive {
  const { log, metrics } = deps.telemetry;
  const breaker = createBreaker('archive', { ...deps, isFailure: error => !isAboutDocument(error) });
  const attempt = async <T>(operation: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await breaker.run(work);
    } catch (error) {
      metrics.counter('archive_failures_total').add({ operation });
      if (isAboutDocument(error)) log.warn('archive.document_rejected', { operation, error });
      throw error;
    }
  };
  return {
    put: (bytes, meta, address) => attempt('put', () => archive.put(bytes, meta, address)),
    get: address => attempt('get', () => archive.get(address)),
    has: address => attempt('has', () => archive.has(address)),
    stat: address => attempt('stat', () => archive.stat(address)),
    delete: address => attempt('delete', () => archive.delete(address)),
    deleteOlderThan: moment => archive.deleteOlderThan(moment),
    usage: () => archive.usage(),
  };
}

/** The archive works; only this document is damaged or too large. */
function isAboutDocument(error: unknown): boolean {
  return error instanceof ArchiveCorrupted || error instanceof ArchiveRefused;
}

export interface ResilientArchiveDeps {
  readonly clock: Clock;
  readonly telemetry: BreakerTelemetry;
  readonly settings?: BreakerSettings;
}
