/** Mail to people, through a server that the operator named. */
export interface Mail {
  /** Rejects when the server did not take it. */
  send(message: MailMessage): Promise<void>;
  close(): void;
}

export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** RFC 2369: where the recipient says that they want no more. */
  readonly unsubscribe: string;
}
