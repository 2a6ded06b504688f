import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { ours } from '../benchmarks/extract/extractors.ts';
import { wordScores } from '../benchmarks/extract/score.ts';
import { loadSuites, type SuiteCase } from '../benchmarks/extract/suites.ts';
import { collectBlocks } from '../src/ingest/extract/content/blocks.ts';
import { normalise } from '../src/ingest/extract/content/normalise.ts';
import { parseHtml } from '../src/ingest/extract/dom/parse-html.ts';
import { readArticleData } from '../src/ingest/extract/metadata/json-ld.ts';
import { collectSignals } from '../src/ingest/extract/metadata/page-signals.ts';

/**
 * Prints per page the text that the extractor misses or wrongly includes, worst page first.
 *
 *   node scripts/extract-report.ts [words|snippets|data|peer] [--below=0.95] [--page=part-of-its-name] [--lines]
 *
 * `words` compares full texts, `snippets` the labelled parts, `data` the text in a page's structured data, and `peer`
 * the text of another extractor, whose differences show pages to inspect.
 */
const [kind = 'words'] = process.argv.slice(2).filter(argument => !argument.startsWith('--'));
const below = Number(option('below') ?? 0.95);
const named = option('page') ?? '';
const withLines = process.argv.includes('--lines');
const suites = loadSuites();

/** Shorter texts in structured data are summaries. */
const MIN_FULL_TEXT_LENGTH = 600;
const WHOLE_TEXTS: Readonly<Record<string, (page: SuiteCase) => string[]>> = {
  words: ({ expect }) => linesOf(expect.html ?? expect.text ?? ''),
  data: ({ html }) => linesOfData(html),
  peer: ({ html }) => linesOfPeer(html),
};

if (suites) report(suites.filter(({ id }) => id.includes(named)));
else console.log('BROADSHEET_DATA is not set: set it to the folder of the development data.');

function report(cases: readonly SuiteCase[]): void {
  const rows = kind === 'snippets' ? cases.flatMap(readSnippets) : cases.flatMap(readWords);
  const low = rows.filter(({ score }) => score < below).toSorted((one, other) => one.score - other.score);
  for (const { head, details } of low) {
    console.log(head);
    for (const detail of details) console.log(`    ${detail}`);
  }
  const mean = rows.reduce((sum, { score }) => sum + score, 0) / Math.max(1, rows.length);
  console.log(`${rows.length} pages, mean ${mean.toFixed(4)}, ${low.length} below ${below}`);
}

function readWords(page: SuiteCase): Row[] {
  const { id, url, html } = page;
  const whole = WHOLE_TEXTS[kind]?.(page) ?? [];
  if (whole.length === 0) return [];
  const found = (ours(html, url)?.text ?? '').split('\n');
  const { precision, recall, f1 } = wordScores(found.join('\n'), whole.join('\n'));
  const head = `${f1.toFixed(3)} precision ${precision.toFixed(2)} recall ${recall.toFixed(2)} ${id} ${url}`;
  return [{ score: f1, head, details: withLines ? differences(found, whole) : [] }];
}

function linesOfData(html: string): string[] {
  const body = readArticleData(collectSignals(parseHtml(html)).dataBlocks)?.body ?? '';
  return body.length < MIN_FULL_TEXT_LENGTH
    ? []
    : linesOf(/<\w/.test(body) ? body : body.replace(/\n/g, '<br><br>'));
}

function linesOfPeer(html: string): string[] {
  try {
    return linesOf(new Readability(parseHTML(html).document).parse()?.content ?? '');
  } catch {
    // Skip pages on which the peer fails.
    return [];
  }
}

function linesOf(html: string): string[] {
  const root = parseHtml(html);
  normalise(root);
  return collectBlocks(root).map(({ text }) => text);
}

/** Lines of one text that the other lacks, compared by letters and digits only. */
function differences(found: readonly string[], whole: readonly string[]): string[] {
  const [ourText, theirText] = [plain(found.join('')), plain(whole.join(''))];
  return [
    ...whole.filter(line => !ourText.includes(plain(line))).map(line => `lost  ${line.slice(0, 160)}`),
    ...found.filter(line => !theirText.includes(plain(line))).map(line => `extra ${line.slice(0, 160)}`),
  ];
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function readSnippets({ id, url, html, expect }: SuiteCase): Row[] {
  if (!expect.with || !expect.without) return [];
  const text = spaced(ours(html, url)?.text ?? '');
  const lost = expect.with.filter(snippet => !text.includes(spaced(snippet)));
  const extra = expect.without.filter(snippet => text.includes(spaced(snippet)));
  const score = 1 - (lost.length + extra.length) / Math.max(1, expect.with.length + expect.without.length);
  const head = `${score.toFixed(3)} lost ${lost.length} extra ${extra.length} ${id} ${url}`;
  return [{ score, head, details: [...lost.map(l => `lost  ${l}`), ...extra.map(t => `extra ${t}`)] }];
}

function spaced(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\u00a0\u200b\ufeff\u00ad]+/gu, ' ')
    .trim();
}

function option(name: string): string | undefined {
  return process.argv.find(argument => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
}

interface Row {
  readonly score: number;
  readonly head: string;
  readonly details: readonly string[];
}
