/** Mail to readers, through the operator's mail server. */
export interface Mail {
  /** Rejects when the server did not accept it, with `MailRefused` when it never will. */
  send(message: MailMessage): Promise<void>;
  close(): void;
}

export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** RFC 2369 and RFC 8058: the address to unsubscribe, by a page or by a POST of the mail program. */
  readonly unsubscribe: string;
}

/** The server refused this message or its recipient for good. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
