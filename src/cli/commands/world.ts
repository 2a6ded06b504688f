import { command } from '../command.ts';

export const world = command({
  name: 'world',
  summary: 'Let made-up readers loose on an installation, for load and for tests.',
  usage: ['world --rate R --token-file FILE [--url URL] [--seconds S] [--json]'],
  details: [
    'Made-up readers open, read and share the articles of the newest stories, by taste, by the hour and in bursts, with the double taps, retries, bots and share farms that come with readers. The same seed, articles and time give the same readers. In the end it tells what must count, in total or, with --json, by article.',
    'They are sent over the HTTP API in batches. The token in the file is one of an operator with the scope signals:forward (Account, API tokens): with it a program states for whom it sends, and nobody without it can. Made-up readers have no accounts; their addresses (10.0.0.0/8, 172.16.0.0/12, 2001:db8::/32) belong to nobody. Their bots come from 203.0.113.0/24 and 2001:db8:da7a::/48, which a rule for data centres should list if none of them is to count.',
  ],
  words: [0, 0],
  options: {
    rate: { kind: 'value', placeholder: 'R', help: 'Articles opened a second; each is about five events.' },
    url: { kind: 'value', placeholder: 'URL', help: 'The installation; by default the one of the settings.' },
    'token-file': { kind: 'value', placeholder: 'FILE', help: 'Where the API token stands.' },
    seconds: { kind: 'value', placeholder: 'S', help: 'How long [60].' },
    readers: { kind: 'value', placeholder: 'N', help: 'How many there are [10000].' },
    seed: { kind: 'value', placeholder: 'N', help: 'Other readers for another number [1].' },
    json: { kind: 'switch', help: 'The truth by article, as JSON.' },
  },
  async run(invocation) {
    const { driveWorld } = await import('../world.ts');
    return driveWorld(invocation, invocation.options);
  },
});
