import { command } from '../command.ts';

export const source = command({
  name: 'source',
  summary: 'Find, add, import, export and manage sources.',
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
    'source reparse SOURCE|--since TIME',
    'source remove SOURCE --articles keep|remove',
    'source problems [--json]',
    'source take-over SOURCE [URL]',
    'source verify|refuse SOURCE EMAIL',
  ],
  details: [
    'SOURCE is an id or an address. `discover` shows the possible sources at an address and saves nothing. `add` adds the address of a feed as it is; for a page, it adds the best feed found there. If there is none, it suggests reading the page as a list, with `--kind scrape`.',
    '`import` reads an OPML list (`-` for standard input) and reports every line that was not added. `packs` lists the starter packs by country and topic. `crawl` makes a source due immediately. `take-over` moves a source to its new address, or to URL. `reparse` parses the archived documents of a source, or of all sources since a time, with the settings that they have now; what is stored already stays, and other texts become revisions. `verify` lets a person submit articles to a submit source; `refuse` revokes that.',
    'Changes are in the audit log. Works while the program is running.',
  ],
  words: [1, 3],
  options: {
    search: { kind: 'value', placeholder: 'TEXT', help: 'Part of the name or address (ls).' },
    status: { kind: 'value', placeholder: 'STATUS', help: 'active, paused or dead (ls).' },
    limit: { kind: 'value', placeholder: 'N', help: 'Maximum number [100] (ls, problems).' },
    title: {
      kind: 'value',
      placeholder: 'NAME',
      help: 'Name to use instead of the title of the feed (add).',
    },
    folder: { kind: 'value', placeholder: 'FOLDER', help: 'Folder to add to (add, import).' },
    kind: {
      kind: 'value',
      placeholder: 'KIND',
      help: 'feed, scrape or submit: add the address without checking it (add).',
    },
    articles: {
      kind: 'value',
      placeholder: 'keep|remove',
      help: 'Whether to keep or remove its articles (remove).',
    },
    since: {
      kind: 'value',
      placeholder: 'TIME',
      help: 'Only documents fetched since then, such as 2026-01-31 (reparse).',
    },
    json: { kind: 'switch', help: 'Print JSON (ls, show, discover, problems).' },
  },
  async run(invocation) {
    const { workOnSources } = await import('../sources.ts');
    return workOnSources(invocation, invocation.options);
  },
});
