import { defineStream, type Stream } from '../../src/streams.ts';

/** A stream outside of the catalogue, for tests of the log itself: any key, any JSON value. */
export function testStream(
  name: string,
  {
    partitions = 4,
    retentionDays = 7,
  }: { readonly partitions?: number; readonly retentionDays?: number } = {},
): Stream<TestEvent> {
  return defineStream<TestEvent>({
    name,
    description: 'Events of a test.',
    version: 1,
    keyedBy: 'test',
    key: ({ key }) => key,
    partitions,
    retentionDays,
    encode: ({ value }) => value,
    decode: { 1: (value, key) => ({ key, value }) },
  });
}

export interface TestEvent {
  readonly key: string;
  /** Any JSON value. */
  readonly value: unknown;
}
