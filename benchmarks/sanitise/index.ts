import assert from 'node:assert/strict';
import { Parser } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';
import { ALLOWED } from '../../src/ingest/sanitise/elements.ts';
import { plainTextOf, sanitiseHtml } from '../../src/ingest/sanitise/index.ts';
import { tokenise } from '../../src/ingest/sanitise/tokeniser.ts';
import { type BenchmarkContext, defineBenchmark } from '../harness/benchmark.ts';
import { type Corpus, characters, madeUpArticles, realPages } from './corpus.ts';

/**
 * The peer gets the same list of elements. It does less: it resolves no URLs, repairs no lazy-loaded pictures, removes
 * no trackers and does not check the nesting of elements.
 */
export default defineBenchmark({
  name: 'sanitise',
  question: 'How fast is HTML sanitised, and is our own tokeniser worth its code?',
  corpus: {
    name: 'made-up articles (seed 1), pages of real sites where present',
    size: '300 articles, 40 pages',
  },
  peers: ['sanitize-html', 'htmlparser2'],
  async run(ctx) {
    const corpora = [madeUpArticles(300), realPages(40)].filter(corpus => corpus !== undefined);
    ctx.plan(corpora.length * 2);
    if (corpora.length === 1) ctx.note('BROADSHEET_DATA is not set: no real pages were measured.');
    for (const corpus of corpora) {
      assertSameText(corpus);
      await measureSanitisers(ctx, corpus);
      await measureTokenisers(ctx, corpus);
    }
  },
});

async function measureSanitisers(ctx: BenchmarkContext, corpus: Corpus): Promise<void> {
  const each = (work: (html: string, url: string) => unknown) => () => {
    for (const { html, url } of corpus.documents) work(html, url);
  };
  const measured = await ctx.measure(
    `sanitise ${corpus.label}`,
    {
      ours: each((html, url) => sanitiseHtml(html, { baseUrl: url })),
      'sanitize-html': each(html => sanitizeHtml(html, PEER_OPTIONS)),
    },
    { unitsPerCall: characters(corpus) / 1e6, durationMs: 1_500 },
  );
  report(ctx, corpus, 'sanitise', measured.ours, measured['sanitize-html']);
}

/** Both only count tokens, so that neither includes the cost of using them. */
async function measureTokenisers(ctx: BenchmarkContext, corpus: Corpus): Promise<void> {
  let count = 0;
  const note = () => void count++;
  const sink = { done: false, wants: () => undefined, start: note, end: note, text: note, rawText: note };
  const measured = await ctx.measure(
    `tokenise ${corpus.label}`,
    {
      ours: () => {
        for (const { html } of corpus.documents) tokenise(html, sink);
      },
      htmlparser2: () => {
        for (const { html } of corpus.documents)
          new Parser({ onopentag: note, onclosetag: note, ontext: note }, { decodeEntities: false }).end(
            html,
          );
      },
    },
    { unitsPerCall: characters(corpus) / 1e6 },
  );
  assert.ok(count > 0);
  report(ctx, corpus, 'tokenise', measured.ours, measured.htmlparser2);
}

/** By wall clock and by CPU time, which other load on the machine affects less. */
function report(ctx: BenchmarkContext, corpus: Corpus, what: string, ours: Measured, peer: Measured): void {
  const rate = ctx.ratio(ours.rate, peer.rate);
  const cost = ctx.ratio(peer.cpuMicros, ours.cpuMicros);
  ctx.table(
    `${what}, ${corpus.label}: million characters a second, and milliseconds of processor time for a million`,
    ['ours', peer.peer, 'ours / peer', 'our CPU ms', `CPU ms of ${peer.peer}`, 'peer / ours'],
    [
      [
        ours.rate.median.toFixed(1),
        peer.rate.median.toFixed(1),
        rate.toFixed(2),
        (ours.cpuMicros.median / 1_000).toFixed(1),
        (peer.cpuMicros.median / 1_000).toFixed(1),
        cost.toFixed(2),
      ],
    ],
  );
  const figure = { unit: `x-${peer.peer}`, goal: 1, better: 'higher' } as const;
  ctx.figure({ metric: `sanitise.${what}.${corpus.name}.rate`, value: rate, ...figure });
  ctx.figure({ metric: `sanitise.${what}.${corpus.name}.cpu`, value: cost, ...figure });
}

/** A fast sanitiser must not lose text: at most one word in twenty, such as text of buttons, may differ. */
function assertSameText({ documents }: Corpus): void {
  for (const { html, url } of documents.slice(0, 10)) {
    const ours = plainTextOf(sanitiseHtml(html, { baseUrl: url })).split(/\s+/);
    const theirs = plainTextOf(sanitizeHtml(html, PEER_OPTIONS)).split(/\s+/);
    const missing = theirs.filter(word => !ours.includes(word)).length;
    assert.ok(missing <= theirs.length / 20, `${url}: ${missing} of ${theirs.length} words are missing`);
  }
}

const PEER_OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...ALLOWED],
  allowedAttributes: {
    '*': ['lang', 'dir'],
    a: ['href', 'title'],
    img: ['src', 'srcset', 'alt', 'title', 'width', 'height'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
};

type Measured = Awaited<ReturnType<BenchmarkContext['measure']>>;
