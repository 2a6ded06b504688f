/**
 * Queues of the program itself. A message that was put there from outside, or taken away, would be a task run
 * twice or never, so they can be looked at and redriven and nothing more.
 */
export function isOwnQueue(name: string): boolean {
  return OWN_QUEUES.test(name);
}

const OWN_QUEUES = /^tasks(?:[.:-]|$)/;
