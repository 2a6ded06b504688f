/** A feed of 30 items, 20 KB, 2 KB on the wire. */
export const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>Harbour News</title>${Array.from(
  { length: 30 },
  (_, n) => `<item><guid>${n * 7919}</guid><link>https://news.example/${n * 104_729}</link>
<title>Ferry ${n * 31} runs again after storm ${n * 17}</title>
<description>${`Boats left pier ${n * 13} at ${n % 24}:${(n * 7) % 60}. `.repeat(14)}</description></item>`,
).join('')}</channel></rss>`;

/** One host in five has a new feed; the others answer "not modified". */
export const HOSTS_WITH_NEWS = /\.[05]$/;

export const HOSTS = 1_000;

/** Distinct loopback addresses, each a separate host for every client. */
export function hostOf(n: number): string {
  return `127.${1 + (Math.floor(n / 40_000) % 200)}.${1 + (Math.floor(n / 200) % 200)}.${10 + (n % 200)}`;
}
