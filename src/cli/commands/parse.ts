import { command } from '../command.ts';

export const parse = command({
  name: 'parse',
  summary: 'Show the articles that would be stored from a feed.',
  usage: ['parse FILE|URL|- [--url URL] [--type TYPE] [--raw]'],
  details: [
    'Reads a file, an address or standard input (`-`), and prints the result of the pipeline as JSON: each article as it would be stored, and what had to be repaired and why. Nothing is stored, and no installation is needed.',
  ],
  words: [1, 1],
  options: {
    url: {
      kind: 'value',
      placeholder: 'URL',
      help: 'Address of the document, to resolve relative addresses.',
    },
    type: {
      kind: 'value',
      placeholder: 'TYPE',
      help: 'Content-Type of the document, to detect its encoding.',
    },
    raw: { kind: 'switch', help: 'Print the output of the parser, before it is turned into articles.' },
  },
  async run(invocation) {
    const { parseDocument } = await import('../parse.ts');
    return parseDocument(invocation, invocation.options);
  },
});
