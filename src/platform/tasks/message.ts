import { isUuid } from '../../lib/ids.ts';
import type { NewMessage } from '../broker/port.ts';

/**
 * What lies on the broker for a task: which one, the time it is for, and by which version of the task it was put
 * there. Payload and policies are read when it starts, so that an edit in the meantime counts.
 */
export interface TaskMessage {
  readonly task: string;
  readonly version: number;
  readonly due: Date;
  /** The id its first run will have. */
  readonly run: string;
  readonly byHand: boolean;
  /** 1, and one more for each run that failed and is tried again by itself. */
  readonly tries: number;
}

export function toMessage({ due, ...rest }: TaskMessage, deliverAt = due): NewMessage {
  return { body: { ...rest, due: due.toISOString() }, dueAt: deliverAt };
}

/** Null for what is not about a task: queues are open to operators. */
export function readMessage(body: unknown): TaskMessage | null {
  if (typeof body === 'object' && body !== null) {
    const { task, version, due, run, byHand, tries }: Partial<Record<string, unknown>> = { ...body };
    if (
      typeof task === 'string' &&
      isUuid(task) &&
      typeof run === 'string' &&
      isUuid(run) &&
      typeof due === 'string' &&
      typeof version === 'number' &&
      typeof byHand === 'boolean' &&
      typeof tries === 'number'
    )
      return { task, version, due: new Date(due), run, byHand, tries };
  }
  return null;
}
