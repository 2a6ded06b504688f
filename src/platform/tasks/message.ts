import { isUuid } from '../../lib/ids.ts';
import type { NewMessage } from '../broker/port.ts';

/**
 * The message that starts a run: task, due time, and the version of the task that published it. Payload and policies
 * are read at the start, so that later edits apply.
 */
export interface TaskMessage {
  readonly task: string;
  readonly version: number;
  readonly due: Date;
  /** The id its first run will have. */
  readonly run: string;
  readonly byHand: boolean;
  /** 1 for the first run, incremented by each automatic retry. */
  readonly tries: number;
}

export function toMessage({ due, ...rest }: TaskMessage, deliverAt = due): NewMessage {
  return { body: { ...rest, due: due.toISOString() }, dueAt: deliverAt };
}

/** Null for an invalid message, which an operator may have published. */
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
