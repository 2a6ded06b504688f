import type { Grammar } from '../grammar.ts';

/** Short forms make no difference between houses. */
export const short = (grammar: Omit<Grammar, 'tabloid' | 'local' | 'business'>): Grammar => ({
  ...grammar,
  tabloid: [],
  local: [],
  business: [],
});
