import { command } from '../command.ts';

export const counts = command({
  name: 'counts',
  summary: 'Recount what readers did, and compare it with the stored counts.',
  usage: ['counts verify [--json]'],
  details: [
    'The database keeps every view, read, share and piece of feedback that counts for a month. `verify` adds them up for each article stored in that time and lists the counts that differ; it exits with 1 if there are any. Works while the program is running.',
  ],
  words: [1, 1],
  options: {
    json: { kind: 'switch', help: 'Print JSON.' },
  },
  async run(invocation) {
    const { workOnCounts } = await import('../counts.ts');
    return workOnCounts(invocation, invocation.options);
  },
});
