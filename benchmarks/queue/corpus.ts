/** The message: a job to fetch one feed, like those of the crawler. */
export interface Body {
  readonly source: string;
  readonly url: string;
  readonly etag: string;
  readonly attempt: number;
}

export const CORPUS = { name: 'generated feed fetch jobs', size: 'about 150 bytes of JSON each' };

export function bodies(count: number): Body[] {
  return Array.from({ length: count }, (_, number) => body(number));
}

export function body(number: number): Body {
  const digits = String(number).padStart(12, '0');
  return {
    source: `0190e1a2-0000-7000-8000-${digits}`,
    url: `https://news.example.org/regions/north/feeds/${digits}.xml`,
    etag: `W/"${digits}"`,
    attempt: 1,
  };
}
