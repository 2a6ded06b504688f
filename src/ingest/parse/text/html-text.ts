import { escapeMarkup } from '../../sanitise/escaping.ts';
import { decodeHtmlReferences } from './entities.ts';

/** The plain text of an HTML title: tags removed, references decoded, white space collapsed. */
export function htmlToText(html: string): string {
  if (!html.includes('<') && !html.includes('&')) return collapse(html);
  return collapse(decodeHtmlReferences(stripTags(html)));
}

/** Collapses white space to single blanks, and trims. */
export function collapse(text: string): string {
  return UNEVEN_SPACE.test(text) ? text.replace(SPACES, ' ').trim() : text;
}

/** RSS does not declare whether a text is plain or HTML; a known tag or a reference means HTML. */
export function looksLikeHtml(text: string): boolean {
  return (text.includes('<') && firstKnownTag(text) !== -1) || (text.includes('&') && REFERENCE.test(text));
}

/**
 * Only names of HTML are tags: `List<String>` and `a < b` are text. The content of scripts and styles is dropped.
 */
function stripTags(html: string): string {
  if (!html.includes('<')) return html;
  return html
    .replace(HIDDEN, ' ')
    .replace(TAG, (tag, name: string) =>
      isKnown(name) ? (BLOCK.has(name.toLowerCase()) ? ' ' : '') : escapeMarkup(tag),
    );
}

export function isVoidElement(name: string): boolean {
  return VOID.has(name.toLowerCase());
}

function firstKnownTag(text: string): number {
  TAG.lastIndex = 0;
  for (let tries = 0; tries < 50; tries++) {
    const match = TAG.exec(text);
    if (match === null) break;
    if (isKnown(match[1] ?? '')) return match.index;
  }
  return /<!--|<!\[CDATA\[/.test(text) ? 0 : -1;
}

function isKnown(name: string): boolean {
  return KNOWN.has(name.toLowerCase());
}

const UNEVEN_SPACE = /^[\s]|[\s]$|[\t\n\r\f\v\u00a0\u2028\u2029]|\s\s/;
const SPACES = /\s+/g;
const REFERENCE = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,30});/;
const TAG = /<\/?([a-zA-Z][a-zA-Z0-9]{0,15})(?:[\s/][^<>]*)?>/g;
const HIDDEN =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[|\]\]>|<(script|style)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)|<!doctype[^<>]*>|<\?[^<>]*>/gi;

const VOID = new Set(
  'area base br col embed hr img input link meta param source track wbr keygen frame basefont'.split(' '),
);
const BLOCK = new Set(
  (
    'address article aside blockquote br caption center dd div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr img li main nav ol p pre section table tbody td tfoot th thead tr ul video'
  ).split(' '),
);
const KNOWN = new Set([
  ...VOID,
  ...BLOCK,
  ...(
    'a abbr acronym applet area audio b base bdi bdo big blink body button canvas cite code col colgroup ' +
    'data datalist del details dfn dialog dir em font frameset head hgroup html i iframe ins kbd label ' +
    'legend map mark marquee math menu meter nobr noframes noscript object optgroup option output picture ' +
    'progress q rp rt ruby s samp script select small span strike strong style sub summary sup svg ' +
    'template textarea time title tt u var xmp path circle g rect mi mo mn mrow'
  ).split(' '),
]);
