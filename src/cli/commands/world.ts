import { command } from '../command.ts';

export const world = command({
  name: 'world',
  summary: 'Send synthetic readers to an installation, for load and tests.',
  usage: ['world --rate R --token-file FILE [--url URL] [--seconds S] [--json]'],
  details: [
    'Synthetic readers open, read and share the articles of the newest stories, by taste, by time of day and in bursts, with the double taps, retries, bots and share farms of real traffic. The same seed, articles and time give the same readers. At the end it prints the expected counts, in total or, with --json, by article.',
    'Events are sent over the HTTP API in batches. The token must belong to an operator and have the scope signals:forward (Account, API tokens), which lets a program send events on behalf of readers. Synthetic readers have no accounts, and use private and documentation addresses (10.0.0.0/8, 172.16.0.0/12, 2001:db8::/32). Their bots use 203.0.113.0/24 and 2001:db8:da7a::/48; list these in a rule for data centres to keep them out of the counts.',
  ],
  words: [0, 0],
  options: {
    rate: { kind: 'value', placeholder: 'R', help: 'Articles opened per second; each is about five events.' },
    url: {
      kind: 'value',
      placeholder: 'URL',
      help: 'Address of the installation; by default that of the settings.',
    },
    'token-file': { kind: 'value', placeholder: 'FILE', help: 'File with the API token.' },
    seconds: { kind: 'value', placeholder: 'S', help: 'Duration in seconds [60].' },
    readers: { kind: 'value', placeholder: 'N', help: 'Number of readers [10000].' },
    seed: { kind: 'value', placeholder: 'N', help: 'A different number gives different readers [1].' },
    json: { kind: 'switch', help: 'Print the expected counts by article as JSON.' },
  },
  async run(invocation) {
    const { driveWorld } = await import('../world.ts');
    return driveWorld(invocation, invocation.options);
  },
});
