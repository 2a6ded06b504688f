import { timeOfId } from '../../lib/ids.ts';

/** When the thing with this id was stored: all that is needed to find its partition. */
export function storedAtOf(id: string): Date {
  const time = timeOfId(id);
  if (time === null) throw new TypeError(`'${id}' carries no time: ids of articles are UUIDv7`);
  return time;
}
