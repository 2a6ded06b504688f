import { isOwn, type PersonalData } from '../platform/database/personal-data.ts';
import { sql } from '../platform/database/sql.ts';

/** AUTH-4: what ingest stores about people, in the order of erasure. */
export const INGEST_PERSONAL_DATA: readonly PersonalData[] = [
  {
    table: 'source_publishers',
    label: 'Publishing',
    describe: 'Sources that you may publish to.',
    export: userId => sql`
      select source_publishers.source_id, sources.name as source, source_publishers.verified_at
      from source_publishers
      join sources on sources.id = source_publishers.source_id
      where source_publishers.user_id = ${userId}
      order by source_publishers.verified_at, source_publishers.source_id
    `,
    withheld: { user_id: 'It is you.' },
    erase: { deleteWhere: isOwn },
  },
];
