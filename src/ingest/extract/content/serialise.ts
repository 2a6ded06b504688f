import { escapeMarkup } from '../../sanitise/escaping.ts';
import { attribute, type HtmlElement } from '../dom/element.ts';
import { HEADING_TAGS, VOID_TAGS } from '../dom/tags.ts';
import type { TextBlock } from './blocks.ts';

/** The article as plain HTML: its lines, lists, tables and pictures, without the containers of the site. */
export function serialise(
  root: HtmlElement,
  lead: readonly TextBlock[],
  dropped: ReadonlySet<HtmlElement>,
): string {
  const out: string[] = [];
  for (const block of lead) out.push('<p>', inlineOf(block.element, dropped), '</p>\n');
  write(root, dropped, true, out);
  return out.join('').trim();
}

function inlineOf(element: HtmlElement, dropped: ReadonlySet<HtmlElement>): string {
  const out: string[] = [];
  writeChildren(element, dropped, false, out);
  return out.join('').trim();
}

function write(element: HtmlElement, dropped: ReadonlySet<HtmlElement>, block: boolean, out: string[]): void {
  if (dropped.has(element)) return;
  if (element.tag === 'img' || element.tag === 'amp-img') {
    writeImage(element, out);
    return;
  }
  const tag = tagFor(element, block);
  if (!tag) {
    writeChildren(element, dropped, block, out);
    return;
  }
  if (VOID_TAGS.has(tag)) {
    out.push(`<${tag}>`);
    return;
  }
  const before = out.length;
  out.push(`<${tag}${attributesFor(element)}>`);
  const opened = out.length;
  writeChildren(element, dropped, !INLINE_HOLDERS.has(tag), out);
  if (out.length === opened && tag !== 'td' && tag !== 'th') out.length = before;
  else out.push(`</${tag}>`, BREAK_AFTER.has(tag) ? '\n' : '');
}

function writeChildren(
  element: HtmlElement,
  dropped: ReadonlySet<HtmlElement>,
  block: boolean,
  out: string[],
): void {
  for (const child of element.children) {
    if (typeof child !== 'string') write(child, dropped, block, out);
    else if (!block || child.trim()) out.push(escapeMarkup(child));
  }
}

/** The tag to write an element with; empty to write only its content. */
function tagFor(element: HtmlElement, block: boolean): string {
  const { tag } = element;
  if (tag === 'h1') return 'h2';
  if (KEPT_TAGS.has(tag)) return tag;
  return block && holdsText(element) ? 'p' : '';
}

/** A container with loose text between the paragraphs. */
function holdsText(element: HtmlElement): boolean {
  return (
    !PARTS_OF_OTHERS.has(element.tag) &&
    element.children.some(child => typeof child === 'string' && child.trim() !== '')
  );
}

const PARTS_OF_OTHERS: ReadonlySet<string> = new Set([
  'tbody',
  'thead',
  'tfoot',
  'tr',
  'picture',
  'a',
  'span',
  'font',
]);
const KEPT_TAGS: ReadonlySet<string> = new Set(
  (
    'p h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code kbd samp table caption thead tbody tfoot tr td th ' +
    'figure figcaption a b strong i em u s del ins sub sup small mark q cite abbr time br hr'
  ).split(' '),
);
const INLINE_HOLDERS: ReadonlySet<string> = new Set(
  'p h2 h3 h4 h5 h6 dt pre code kbd samp a b strong i em u s del ins sub sup small mark q cite abbr time'.split(
    ' ',
  ),
);
const BREAK_AFTER: ReadonlySet<string> = new Set([
  'p',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'table',
  'tr',
  'figure',
  'dl',
  ...HEADING_TAGS,
]);

function attributesFor(element: HtmlElement): string {
  const names = KEPT_ATTRIBUTES[element.tag];
  if (!names) return '';
  return names
    .map(name => (attribute(element, name) ? ` ${name}="${escapeAttribute(attribute(element, name))}"` : ''))
    .join('');
}

const KEPT_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  ol: ['start'],
  time: ['datetime'],
  abbr: ['title'],
  blockquote: ['cite'],
};

/** Lazy pictures have a placeholder in `src` and the address in another attribute. */
function writeImage(element: HtmlElement, out: string[]): void {
  const late = LATE_SOURCES.map(name => attribute(element, name)).find(
    value => value !== '' && !value.startsWith('data:'),
  );
  const plain = attribute(element, 'src');
  const source = late ?? (plain.startsWith('data:') ? '' : plain);
  const set = attribute(element, 'data-srcset') || attribute(element, 'srcset');
  const [first = ''] = set.trim().split(/\s+/);
  const address = source || first.replace(/,$/, '');
  if (!address || /^\{\{|[/.](?:spacer|pixel|blank|1x1)\./i.test(address)) return;
  const rest = ['alt', 'width', 'height']
    .map(name => (attribute(element, name) ? ` ${name}="${escapeAttribute(attribute(element, name))}"` : ''))
    .join('');
  out.push(`<img src="${escapeAttribute(address)}"${rest}>`);
}

const LATE_SOURCES = [
  'data-src',
  'data-original',
  'data-lazy-src',
  'data-lazy',
  'data-hi-res-src',
  'data-full-src',
  'data-url',
];

function escapeAttribute(text: string): string {
  return escapeMarkup(text).replaceAll('"', '&quot;');
}
