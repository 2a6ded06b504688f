/** Why an outgoing request came to nothing. The words are for the log; who asked decides what people see. */
export class OutgoingFailure extends Error {
  readonly reason: OutgoingFailureReason;

  constructor(reason: OutgoingFailureReason, purpose: string, words: string, cause?: unknown) {
    super(`${purpose} ${words}`, cause === undefined ? undefined : { cause });
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
