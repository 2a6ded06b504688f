import { command } from '../command.ts';

export const extract = command({
  name: 'extract',
  summary: 'Show the article that would be extracted from a page.',
  usage: ['extract FILE|URL|- [--url URL] [--type TYPE] [--links]'],
  details: [
    'Reads a file, an address or standard input (`-`), and prints the article as JSON: title, authors, text, picture, times, and the key under which it would be stored. Nothing is stored, and no installation is needed.',
  ],
  words: [1, 1],
  options: {
    url: { kind: 'value', placeholder: 'URL', help: 'Address of the page, to resolve relative addresses.' },
    type: { kind: 'value', placeholder: 'TYPE', help: 'Content-Type of the page, to detect its encoding.' },
    links: {
      kind: 'switch',
      help: 'Print the articles that a list page links to, as a scrape source finds them.',
    },
  },
  async run(invocation) {
    const { extractDocument } = await import('../extract.ts');
    return extractDocument(invocation, invocation.options);
  },
});
