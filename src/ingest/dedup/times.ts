import { timeOfId } from '../../lib/ids.ts';

/** The time in an article's id, which also names its partition. */
export function storedAtOf(id: string): Date {
  const time = timeOfId(id);
  if (time === null) throw new TypeError(`'${id}' carries no time: ids of articles are UUIDv7`);
  return time;
}
