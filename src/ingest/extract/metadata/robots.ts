import type { RobotsDirectives } from '../../../model/extracted-article.ts';
import type { Signals } from './signals.ts';

/**
 * SRC-9: what the page allows to be kept and shown. Directives for robots in general are read; those for one
 * search engine by name are not ours to take as permission, so they only ever forbid more.
 */
export function readRobots(signals: Signals): RobotsDirectives {
  const said = ['robots', 'googlebot', 'googlebot-news']
    .flatMap(name => signals.meta.get(name) ?? [])
    .flatMap(value => value.toLowerCase().split(','))
    .map(directive => directive.trim());
  const none = said.includes('none');
  return {
    noindex: none || said.includes('noindex'),
    noarchive: none || said.includes('noarchive') || said.includes('nocache'),
    nosnippet: said.includes('nosnippet') || maxSnippet(said) === 0,
    maxSnippet: maxSnippet(said),
  };
}

/** The smallest length that is asked for; -1 and nothing at all both mean that there is no limit. */
function maxSnippet(said: readonly string[]): number | null {
  const limits = said.flatMap(directive => {
    const match = /^max-snippet\s*:\s*(-?\d+)$/.exec(directive);
    const limit = match ? Number(match[1]) : -1;
    return limit >= 0 ? [limit] : [];
  });
  return limits.length > 0 ? Math.min(...limits) : null;
}
