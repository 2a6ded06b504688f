import { crawlDelayOf, isAllowed, parseRobots, sitemapsOf } from '../../../src/ingest/fetch/robots.ts';

/** The rules of robots.txt in the shape that the runner of the conformance suite expects. */
export function checkRobots(text: string, agent: string, url: string) {
  const rules = parseRobots(text);
  return {
    allowed: isAllowed(rules, agent, url),
    crawlDelay: crawlDelayOf(rules, agent),
    sitemaps: sitemapsOf(rules),
  };
}
