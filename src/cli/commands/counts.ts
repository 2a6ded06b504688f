import { command } from '../command.ts';

export const counts = command({
  name: 'counts',
  summary: 'Add up again what readers did, and see whether the counts are right.',
  usage: ['counts verify [--json]'],
  details: [
    'Every view, read, share and feedback that counts is kept for a month. `verify` adds them up for each article that was stored in that time and tells where the counts say something else; it ends with 1 when they do. The program may run meanwhile.',
  ],
  words: [1, 1],
  options: {
    json: { kind: 'switch', help: 'As JSON, for programs.' },
  },
  async run(invocation) {
    const { workOnCounts } = await import('../counts.ts');
    return workOnCounts(invocation, invocation.options);
  },
});
