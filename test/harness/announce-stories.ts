import { createLog } from '../../src/platform/log/log.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import { STORIES_CHANGED } from '../../src/streams.ts';
import { atEnd } from './cleanup.ts';
import type { TestProgram } from './program.ts';

/** Appends stories to the log as the stories role does, so that they appear in the feeds. */
export function storyAnnouncer({
  database,
  program,
}: TestProgram): (ids: readonly string[]) => Promise<void> {
  const log = createLog({ database, telemetry: createMemoryTelemetry() });
  atEnd(() => log.close());
  return async ids => {
    await database.transaction(async tx =>
      log.append(
        tx,
        STORIES_CHANGED,
        ids.map(id => ({ kind: 'changed', storyId: id, language: 'en', articleIds: [] })),
      ),
    );
    await program.drain();
  };
}
