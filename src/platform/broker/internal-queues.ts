/**
 * Queues of the program itself. A message added or removed from outside would run a task twice or never, so operators
 * may only peek at these queues and redrive them.
 */
export function isInternalQueue(name: string): boolean {
  return INTERNAL_QUEUES.test(name);
}

const INTERNAL_QUEUES = /^tasks(?:[.:-]|$)/;
