import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { type Random, seededRandom } from '../../src/lib/random.ts';

/** Typical bodies of feed items: paragraphs with links and emphasis, a list, a quotation, pictures, a table. */
export function madeUpArticles(count: number): Corpus {
  const random = seededRandom(1);
  const documents = Array.from({ length: count }, () => ({ url: BASE, html: article(random) }));
  return { name: 'made-up', label: `${count} made-up articles`, documents };
}

/** Full pages of real sites, when the development data is available. */
export function realPages(count: number): Corpus | undefined {
  const data = process.env['BROADSHEET_DATA'];
  if (data === undefined) return undefined;
  const file = brotliDecompressSync(readFileSync(join(data, 'conformance/extraction.jsonl.br'))).toString();
  const documents = file
    .trim()
    .split('\n')
    .slice(0, count)
    .map(line => JSON.parse(line) as Document);
  return { name: 'pages', label: `${documents.length} pages of real sites`, documents };
}

export function characters({ documents }: Corpus): number {
  return documents.reduce((sum, { html }) => sum + html.length, 0);
}

function article(random: Random): string {
  const parts = Array.from({ length: 8 + pick(random, 20) }, () => {
    const make = BLOCKS[pick(random, BLOCKS.length)] ?? paragraph;
    return make(random);
  });
  return parts.join('\n');
}

function paragraph(random: Random): string {
  return `<p class="story-body__text" style="margin:0">${sentence(random)} <a href="/news/${pick(random, 1e6)}?utm_source=rss&amp;id=1" target="_blank">${sentence(random)}</a> ${sentence(random)} &#8212; <strong>${sentence(random)}</strong></p>`;
}

function figure(random: Random): string {
  const id = pick(random, 1e6);
  return `<figure><img src="https://img.example.com/${id}.jpg" srcset="https://img.example.com/${id}-1.jpg 1x, https://img.example.com/${id}-2.jpg 2x" width="640" height="360" alt="${sentence(random)}" onerror="this.remove()"><figcaption>${sentence(random)}</figcaption></figure>`;
}

function list(random: Random): string {
  return `<ul>${`<li>${sentence(random)}`.repeat(4)}</ul><blockquote><p>&ldquo;${sentence(random)}&rdquo;</p></blockquote>`;
}

function extras(random: Random): string {
  return `<script>window.ads=${pick(random, 9)}</script><table><tr><td>${sentence(random)}<td>2</table><iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe><img src="https://pixel.wp.com/b.gif" width="1" height="1">`;
}

function sentence(random: Random): string {
  return Array.from({ length: 6 + pick(random, 12) }, () => WORDS[pick(random, WORDS.length)]).join(' ');
}

function pick(random: Random, below: number): number {
  return Math.floor(random.fraction() * below);
}

const BASE = 'https://news.example.com/a';
const BLOCKS = [paragraph, paragraph, paragraph, paragraph, figure, list, extras];
const WORDS =
  'the council of a harbour town has delayed its vote on new cranes after talks ended where they began'.split(
    ' ',
  );

export interface Corpus {
  readonly name: string;
  readonly label: string;
  readonly documents: readonly Document[];
}

export interface Document {
  readonly url: string;
  readonly html: string;
}
