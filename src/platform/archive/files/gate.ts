/**
 * Lets a few pieces of work run at once and the others wait in line. File operations run on the four threads
 * that file access, name lookups and compression of the whole process share: a disk that hangs must not
 * take all of them.
 */
export function createGate(lanes: number): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async work => {
    if (running >= lanes) await new Promise<void>(resolve => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The lane goes to the next in line without ever being free, so nobody can slip in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

export type Gate = <T>(work: () => Promise<T>) => Promise<T>;
