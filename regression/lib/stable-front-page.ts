/**
 * Waits until the demo edition is filled and stable: no new story for ten seconds. Earlier measurements of
 * pages would measure the first crawl. The news sitemap, which lists up to a thousand stories, gives the
 * count.
 */
export async function waitUntilFrontPageIsStable(url: string, minStories: number): Promise<void> {
  const giveUpAt = performance.now() + 300_000;
  let seen = { newest: '', since: performance.now() };
  for (;;) {
    const text = await (await fetch(`${url}/sitemap-news.xml`)).text();
    const newest = text.slice(0, 2_000);
    if (newest !== seen.newest) seen = { newest, since: performance.now() };
    const isFilled = text.split('<url>').length > minStories;
    if (isFilled && performance.now() - seen.since > 10_000) return;
    if (performance.now() > giveUpAt) {
      if (isFilled) return;
      throw new Error('the demo edition was not filled in five minutes');
    }
    await new Promise(resolve => setTimeout(resolve, 1_000));
  }
}
