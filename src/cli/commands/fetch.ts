import { command } from '../command.ts';

export const fetchCommand = command({
  name: 'fetch',
  summary: 'Fetch an address as the crawler would, and show what came.',
  usage: ['fetch URL'],
  details: [
    'Prints status, headers, redirects, times, sizes and what the document seems to be, as JSON. Nothing is stored, and no installation is needed. Addresses inside of the own network are refused, unless `crawl-allow` names them.',
  ],
  words: [1, 1],
  options: {},
  async run(invocation) {
    const { fetchAddress } = await import('../fetch.ts');
    return fetchAddress(invocation);
  },
});
