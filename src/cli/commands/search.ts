import { command } from '../command.ts';

export const search = command({
  name: 'search',
  summary: 'Check the search index against the articles, rebuild it, or show its size.',
  usage: ['search verify [--json]', 'search rebuild [--json]', 'search stats [--json]'],
  details: [
    '`verify` finds articles that are missing from the index and entries that should not be in it, repairs both, and exits with 1 if there were any. `rebuild` indexes every article again. Both work while the index answers searches.',
    'Works while the program is running, here or on other machines: every open index executes the command and reports its progress. If none is open, the command opens the index in the data directory.',
  ],
  words: [1, 1],
  options: {
    json: { kind: 'switch', help: 'Print JSON.' },
  },
  async run(invocation) {
    const { workOnSearch } = await import('../search.ts');
    return workOnSearch(invocation, invocation.options);
  },
});
