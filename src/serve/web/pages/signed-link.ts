import type { PageCall } from '../page-route.ts';

/** A part of a signed link: from the form that its page shows, else from the address that a mail program posts to. */
export function linkField({ field, query }: PageCall, name: string): string {
  return field(name) || (query(name) ?? '');
}

/** RFC 8058: mail programs post to the link of a mail, from their own servers and as either kind of form. */
export const ONE_CLICK = { isFromAnySite: true, uploadBytes: 16_384 } as const;
