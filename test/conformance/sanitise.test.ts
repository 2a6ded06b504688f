import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { sanitiseHtml } from '../../src/ingest/sanitise/index.ts';

/**
 * The development part of the sanitiser suite. After an attack a browser's parser must find nothing that
 * runs; of harmless articles text, links and pictures must survive.
 */
const data = process.env['BROADSHEET_DATA'];
const skip = data === undefined ? 'set BROADSHEET_DATA to the folder with the development data' : false;
const BASE = { baseUrl: 'https://news.example.com/a' };

test('PARSE-5: no attack of the suite leaves anything that runs', { skip }, async () => {
  const { audit } = await load<Runner>('run-sanitize.mjs');
  for (const { id, payload } of cases()) assert.deepEqual(audit(sanitiseHtml(payload, BASE)), [], id);
});

test('PARSE-5: text, links and pictures of harmless articles survive', { skip }, async () => {
  const { toText, urlAttrs } = await load<Reader>('lib/html.mjs');
  for (const { id, payload, text, keep } of cases().filter(({ category }) => category === 'benign')) {
    const output = sanitiseHtml(payload, BASE);
    assert.equal(toText(output), text, id);
    const found = urlAttrs(output).map(attribute => attribute.join(' '));
    for (const attribute of keep ?? []) assert.ok(found.includes(attribute.join(' ')), `${id}: ${attribute}`);
  }
});

test('PARSE-5: sanitising the output again changes nothing', { skip }, () => {
  for (const { id, payload } of cases()) {
    const once = sanitiseHtml(payload, BASE);
    assert.equal(sanitiseHtml(once, BASE), once, id);
  }
});

async function load<T>(file: string): Promise<T> {
  const module: T = await import(pathToFileURL(join(data ?? '', 'conformance', file)).href);
  return module;
}

function cases(): Case[] {
  const file = gunzipSync(readFileSync(join(data ?? '', 'conformance/sanitize.json.gz'))).toString();
  return (JSON.parse(file) as { cases: Case[] }).cases;
}

interface Case {
  readonly id: string;
  readonly category: string;
  readonly payload: string;
  readonly text?: string;
  readonly keep?: readonly (readonly string[])[];
}

interface Runner {
  audit(html: string): string[];
}

interface Reader {
  toText(html: string): string;
  urlAttrs(html: string): string[][];
}
