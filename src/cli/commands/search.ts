import { command } from '../command.ts';

export const search = command({
  name: 'search',
  summary: 'Compare the search index with the articles, build it again, or look at its size.',
  usage: ['search verify [--json]', 'search rebuild [--json]', 'search stats [--json]'],
  details: [
    '`verify` looks for articles that are not in the index and for what is in it and should not be, mends both, and ends with 1 when there was anything to mend. `rebuild` puts every article again. Both work while the index answers searches.',
    'The program may run meanwhile, here or on other machines: every index that is open does what is asked, and tells how far it is. When none is, the one in the data directory is opened.',
  ],
  words: [1, 1],
  options: {
    json: { kind: 'switch', help: 'As JSON, for programs.' },
  },
  async run(invocation) {
    const { workOnSearch } = await import('../search.ts');
    return workOnSearch(invocation, invocation.options);
  },
});
