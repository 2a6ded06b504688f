import { STREAMS } from '../../src/streams.ts';
import { code, generatedFrom, table } from './markdown.ts';

/** docs/reference/streams.md */
export function streamsPage(): string {
  const rows = STREAMS.map(
    ({ name, description, version, keyedBy, partitions, retentionDays, isArchived }) => [
      code(name),
      description,
      keyedBy,
      String(version),
      String(partitions),
      isArchived ? `${retentionDays} days, then in the archive of events` : `${retentionDays} days`,
    ],
  );
  return `# Streams

${generatedFrom('src/streams.ts')}

Flows meet only in these streams of the log: one flow appends events, others consume them. Events with the same key
go to the same partition and keep their order. The version is the one that is written; events of earlier versions
are decoded as long as the log keeps them. From version 2 on, an event has its version in the member \`v\`.

${table(['Name', 'Meaning of an event', 'Key', 'Version', 'Partitions', 'Kept for'], rows)}`;
}
