import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/**
 * The development part of the extraction suites: pages with a manually marked article. `with` has snippets of the
 * article, `without` snippets of the same page that do not belong to it.
 */
export interface SuiteCase {
  readonly id: string;
  readonly category: string;
  readonly url: string;
  readonly html: string;
  readonly expect: {
    readonly with?: readonly string[];
    readonly without?: readonly string[];
    readonly title?: string | null;
    readonly author?: string | readonly string[] | null;
    readonly date?: string | null;
    /** HTML of the article from another extractor, checked manually. */
    readonly html?: string;
    readonly text?: string;
  };
}

/** The cases in the folder `BROADSHEET_DATA`; null when it is not set. */
export function loadSuites(): SuiteCase[] | null {
  const data = process.env['BROADSHEET_DATA'];
  if (!data) return null;
  return ['extraction.jsonl.br', 'extraction-trafilatura.jsonl.br'].flatMap(file =>
    brotliDecompressSync(readFileSync(path.join(data, 'conformance', file)))
      .toString('utf8')
      .split('\n')
      .filter(line => line)
      .map((line): SuiteCase => JSON.parse(line)),
  );
}
