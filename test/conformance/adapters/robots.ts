import { crawlDelayOf, isAllowed, parseRobots, sitemapsOf } from '../../../src/ingest/fetch/robots.ts';

/** What robots.txt says, in the shape that the runner of the conformance suite asks for. */
export function checkRobots(text: string, agent: string, url: string) {
  const rules = parseRobots(text);
  return {
    allowed: isAllowed(rules, agent, url),
    crawlDelay: crawlDelayOf(rules, agent),
    sitemaps: sitemapsOf(rules),
  };
}
