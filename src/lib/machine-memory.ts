import { totalmem } from 'node:os';

/** A container may have less than the machine; without a limit the system reports a number beyond all memory. */
export function memoryOfThisMachine(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
