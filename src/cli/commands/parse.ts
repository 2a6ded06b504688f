import { command } from '../command.ts';

export const parse = command({
  name: 'parse',
  summary: 'Show the articles that would be stored of a feed.',
  usage: ['parse FILE|URL|- [--url URL] [--type TYPE] [--raw]'],
  details: [
    'Reads a file, an address, or with `-` what comes in, and prints as JSON what the pipeline makes of it: each article as it would be stored, and what had to be recovered and why. Nothing is stored, and no installation is needed.',
  ],
  words: [1, 1],
  options: {
    url: {
      kind: 'value',
      placeholder: 'URL',
      help: 'Where the document comes from, for relative addresses.',
    },
    type: { kind: 'value', placeholder: 'TYPE', help: 'Content-Type that it came with, for its encoding.' },
    raw: { kind: 'switch', help: 'What the parser read, before it becomes articles.' },
  },
  async run(invocation) {
    const { parseDocument } = await import('../parse.ts');
    return parseDocument(invocation, invocation.options);
  },
});
