/** Why an outgoing request failed. The message is for the log; the caller decides what people see. */
export class OutgoingFailure extends Error {
  readonly reason: OutgoingFailureReason;

  constructor(reason: OutgoingFailureReason, purpose: string, description: string, cause?: unknown) {
    super(`${purpose} ${description}`, cause === undefined ? undefined : { cause });
    this.name = 'OutgoingFailure';
    this.reason = reason;
  }
}

export type OutgoingFailureReason =
  | 'unusable-address'
  | 'unreachable'
  | 'timed-out'
  | 'too-large'
  | 'redirected'
  | 'unreadable';
