import type { InterestSubject } from '../../model/interest-command.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { int4, row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { ReaderInterests } from './interests.ts';
import { parseSubjectKey, subjectKey } from './subject-key.ts';
import { levelOf } from './taste.ts';

/** INT-3: the interests with names, for display. Subjects that no longer have a name are left out. */
export async function namedInterests(
  database: Queryable,
  interests: ReaderInterests,
): Promise<NamedInterest[]> {
  const listed = listInterests(interests);
  const known = await namesOf(
    database,
    listed.map(({ subject }) => subject),
  );
  return listed.flatMap(({ subject, level, isSetByHand, isMuted }) => {
    const found = known.get(`${subject.on}:${subject.id}`);
    return found ? [{ on: subject.on, ...found, level, isSetByHand, isMuted }] : [];
  });
}

/** The subject for an id of the API; null when it does not exist. */
export async function findInterestSubject(
  database: Queryable,
  on: InterestSubject['on'],
  id: string,
): Promise<InterestSubject | null> {
  if (on === 'topic') {
    const topic = await database.maybe(
      row({ dimension: int4 }),
      sql`select dimension from topics where id = ${id}`,
    );
    return topic && { on, id: topic.dimension };
  }
  const table = on === 'entity' ? sql`entities where key` : sql`sources where id::text`;
  const found = await database.maybe(row({ found: int4 }), sql`select 1 as found from ${table} = ${id}`);
  return found && { on, id };
}

async function namesOf(
  database: Queryable,
  subjects: readonly InterestSubject[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly name: string }>> {
  const idsOf = (on: InterestSubject['on']) =>
    subjects.filter(subject => subject.on === on).map(({ id }) => String(id));
  const rows = await database.many(
    row({ key: text, id: text, name: text }),
    sql`
      select 'topic:' || dimension as key, id, name from topics where dimension::text = any (${idsOf('topic')}::text[])
      union all
      select 'entity:' || key, key, name from entities where key = any (${idsOf('entity')}::text[])
      union all
      select 'source:' || id, id::text, name from sources where id::text = any (${idsOf('source')}::text[])
    `,
  );
  return new Map(rows.map(({ key, ...named }) => [key, named]));
}

/** INT-3: first the interests that the reader set, then the learned ones, strongest first. */
export function listInterests(interests: ReaderInterests): ListedInterest[] {
  const subjects = new Map<string, InterestSubject>();
  const add = (subject: InterestSubject | null) => subject && subjects.set(subjectKey(subject), subject);
  for (const key of [...interests.set.keys(), ...interests.muted]) add(parseSubjectKey(key));
  for (const [id, level] of interests.topics.entries()) if (level !== 0) add({ on: 'topic', id });
  for (const id of interests.entities.keys()) add({ on: 'entity', id });
  for (const id of interests.sources.keys()) add({ on: 'source', id });
  return [...subjects].map(([key, subject]) => describe(interests, key, subject)).sort(byHandFirst);
}

function describe(interests: ReaderInterests, key: string, subject: InterestSubject): ListedInterest {
  return {
    subject,
    level: levelOf(interests, subject),
    isSetByHand: interests.set.has(key),
    isMuted: interests.muted.has(key),
  };
}

function byHandFirst(a: ListedInterest, b: ListedInterest): number {
  return (
    Number(b.isSetByHand) - Number(a.isSetByHand) ||
    Math.abs(b.level) - Math.abs(a.level) ||
    (subjectKey(a.subject) < subjectKey(b.subject) ? -1 : 1)
  );
}

export interface ListedInterest {
  readonly subject: InterestSubject;
  readonly level: number;
  readonly isSetByHand: boolean;
  readonly isMuted: boolean;
}

export interface NamedInterest {
  readonly on: InterestSubject['on'];
  readonly id: string;
  readonly name: string;
  readonly level: number;
  readonly isSetByHand: boolean;
  readonly isMuted: boolean;
}
