import type { Grammar } from '../grammar.ts';

/** Short forms are the same for all publishers. */
export const short = (grammar: Omit<Grammar, 'tabloid' | 'local' | 'business'>): Grammar => ({
  ...grammar,
  tabloid: [],
  local: [],
  business: [],
});
