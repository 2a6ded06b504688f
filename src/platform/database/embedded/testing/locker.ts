/** Tries to acquire the lock once, prints the result, and holds the lock until it is killed. */
import { systemClock } from '../../../../lib/clock.ts';
import { acquireDirectoryLock } from '../directory-lock.ts';

try {
  await acquireDirectoryLock(process.argv[2] ?? '', systemClock);
  console.log(JSON.stringify({ held: true, pid: process.pid }));
  // An open lock does not keep the process alive.
  setInterval(() => undefined, 60_000);
} catch (error) {
  console.log(JSON.stringify({ held: false, error: String(error) }));
}
