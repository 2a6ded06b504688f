/** Mail to readers, through the operator's mail server. */
export interface Mail {
  /** Rejects when the server did not accept it. */
  send(message: MailMessage): Promise<void>;
  close(): void;
}

export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** RFC 2369: the address to unsubscribe. */
  readonly unsubscribe: string;
}
