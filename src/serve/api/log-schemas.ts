import Type, { type Static } from 'typebox';
import type { DeadLetter, GroupState, StreamState } from '../../platform/log/port.ts';
import { Id, Moment, object, orNull } from './schemas.ts';

/** The log in the API. Offsets count within a partition, from 1. */

export const GroupName = Type.String({ minLength: 1, maxLength: 100, pattern: '^[\\w.:-]+$' });

export const StreamSchema = object(
  {
    name: Type.String(),
    partitions: Type.Integer(),
    retentionDays: Type.Integer(),
    events: Type.Integer(),
    oldestAt: orNull(Moment),
  },
  { title: 'LogStream' },
);

export const GroupSchema = object(
  {
    group: Type.String(),
    stream: Type.String(),
    partition: Type.Integer(),
    position: Type.Integer({ description: 'The offset of the last handled event.' }),
    end: Type.Integer({ description: 'The offset of the last event.' }),
    lag: Type.Integer({ description: 'The number of events still to handle.' }),
    owner: orNull(Type.String({ description: 'The process that handles the partition.' })),
    failures: Type.Integer({ description: 'Failures of the next event.' }),
  },
  { title: 'LogGroup' },
);

export const DeadLetterSchema = object(
  {
    id: Id,
    group: Type.String(),
    stream: Type.String(),
    partition: Type.Integer(),
    offset: Type.Integer(),
    key: Type.String(),
    data: Type.Unknown(),
    at: Moment,
    error: Type.String(),
    failedAt: Moment,
    attempts: Type.Integer(),
  },
  { title: 'LogDeadLetter' },
);

export function showStream(stream: StreamState): Static<typeof StreamSchema> {
  return { ...stream, events: Number(stream.events), oldestAt: stream.oldestAt?.toISOString() ?? null };
}

export function showGroup(state: GroupState): Static<typeof GroupSchema> {
  return { ...state, position: Number(state.position), end: Number(state.end), lag: lagOf(state) };
}

export function lagOf({ position, end }: Pick<GroupState, 'position' | 'end'>): number {
  return Math.max(0, Number(end - position));
}

export function showDeadLetter({ event, ...letter }: DeadLetter): Static<typeof DeadLetterSchema> {
  return {
    ...letter,
    ...event,
    offset: Number(event.offset),
    data: event.data ?? null,
    at: event.at.toISOString(),
    failedAt: letter.failedAt.toISOString(),
  };
}
