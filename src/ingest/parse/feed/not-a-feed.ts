/** PARSE-3: the document is not a feed; `reason` is what it seems to be instead. */
export class NotAFeed extends Error {
  readonly reason: NotAFeedReason;

  constructor(reason: NotAFeedReason, detail: string) {
    super(detail);
    this.name = 'NotAFeed';
    this.reason = reason;
  }
}

export type NotAFeedReason =
  | 'empty'
  | 'too-large'
  | 'binary'
  | 'html-page'
  | 'sitemap'
  | 'malformed-json'
  | 'unknown-json'
  | 'unknown-xml'
  | 'unknown-format';
