import { command } from '../command.ts';

export const fetchCommand = command({
  name: 'fetch',
  summary: 'Fetch an address as the crawler would, and show the response.',
  usage: ['fetch URL'],
  details: [
    'Prints status, headers, redirects, timings, sizes and the detected document type as JSON. Nothing is stored, and no installation is needed. Addresses in private networks are refused unless `crawl-allow` lists them.',
  ],
  words: [1, 1],
  options: {},
  async run(invocation) {
    const { fetchAddress } = await import('../fetch.ts');
    return fetchAddress(invocation);
  },
});
