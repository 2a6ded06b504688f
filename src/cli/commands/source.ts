import { command } from '../command.ts';

export const source = command({
  name: 'source',
  summary: 'Find, add, import, export and look after sources.',
  usage: [
    'source ls [--search TEXT] [--status STATUS] [--limit N] [--json]',
    'source show SOURCE [--json]',
    'source discover URL [--json]',
    'source add URL [--title NAME] [--folder FOLDER] [--kind KIND]',
    'source import FILE',
    'source export [FILE]',
    'source packs',
    'source install PACK',
    'source pause|resume|crawl SOURCE',
    'source remove SOURCE --articles keep|remove',
    'source problems [--json]',
    'source take-over SOURCE [URL]',
    'source verify|refuse SOURCE EMAIL',
  ],
  details: [
    'A SOURCE is named by its id or its address. `discover` shows what could be a source at an address and saves nothing. `add` takes the address of a feed as it is, and of a page the best feed that is found there; where there is none, it proposes to read the page as a list, with `--kind scrape`.',
    '`import` reads an OPML list (`-` for what comes in) and tells what became of every line that was not added. `packs` lists the starter packs by country and topic. `crawl` makes a source due at once. `take-over` goes on at the address where a source has moved to, or at another. `verify` lets a person submit articles to a submit source.',
    'Changes are in the audit log. The program may run meanwhile.',
  ],
  words: [1, 3],
  options: {
    search: { kind: 'value', placeholder: 'TEXT', help: 'Part of the name or address (ls).' },
    status: { kind: 'value', placeholder: 'STATUS', help: 'active, paused or dead (ls).' },
    limit: { kind: 'value', placeholder: 'N', help: 'How many to show [100] (ls, problems).' },
    title: { kind: 'value', placeholder: 'NAME', help: 'Instead of what the feed calls itself (add).' },
    folder: { kind: 'value', placeholder: 'FOLDER', help: 'Folder to put it into (add, import).' },
    kind: {
      kind: 'value',
      placeholder: 'KIND',
      help: 'feed, scrape or submit; taken as it is, without a look (add).',
    },
    articles: { kind: 'value', placeholder: 'keep|remove', help: 'What becomes of its articles (remove).' },
    json: { kind: 'switch', help: 'As JSON, for programs (ls, show, discover, problems).' },
  },
  async run(invocation) {
    const { workOnSources } = await import('../sources.ts');
    return workOnSources(invocation, invocation.options);
  },
});
