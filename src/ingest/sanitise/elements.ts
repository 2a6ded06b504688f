/**
 * What may come out, and what becomes of the rest. An element that is in none of these lists loses its tags and
 * keeps its content.
 */

/** Ends an open paragraph when it begins, as browsers have it. */
export const BLOCKS = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'dd',
  'details',
  'div',
  'dl',
  'dt',
  'figcaption',
  'figure',
  'footer',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hgroup',
  'hr',
  'li',
  'ol',
  'p',
  'pre',
  'section',
  'summary',
  'table',
  'ul',
]);

export const TABLE_PARTS = new Set([
  'caption',
  'col',
  'colgroup',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
]);

const INLINE = new Set([
  'a',
  'abbr',
  'audio',
  'b',
  'bdi',
  'bdo',
  'br',
  'cite',
  'code',
  'data',
  'del',
  'dfn',
  'em',
  'i',
  'img',
  'ins',
  'kbd',
  'mark',
  'picture',
  'q',
  'rb',
  'rp',
  'rt',
  'ruby',
  's',
  'samp',
  'small',
  'source',
  'span',
  'strong',
  'sub',
  'sup',
  'time',
  'u',
  'var',
  'video',
  'wbr',
]);

export const ALLOWED: ReadonlySet<string> = new Set([...BLOCKS, ...TABLE_PARTS, ...INLINE]);

export const VOID = new Set(['br', 'col', 'hr', 'img', 'source', 'wbr']);

export const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** Old and interactive names, and the elements for readers that say the same. */
export const RENAMED: ReadonlyMap<string, string> = new Map([
  ['acronym', 'abbr'],
  ['center', 'div'],
  ['dialog', 'div'],
  ['dir', 'ul'],
  ['fieldset', 'div'],
  ['form', 'div'],
  ['image', 'img'],
  ['listing', 'pre'],
  ['main', 'div'],
  ['menu', 'ul'],
  ['nav', 'div'],
  ['plaintext', 'pre'],
  ['search', 'div'],
  ['strike', 's'],
  ['tt', 'code'],
  ['xmp', 'pre'],
]);

/** The content of these is no text for readers; what `PASSES` names is let out of them. */
export const HIDDEN = new Set([
  'annotation',
  'annotation-xml',
  'audio',
  'button',
  'datalist',
  'noscript',
  'option',
  'select',
  'svg',
  'template',
  'video',
]);

/** Elements without markup whose text is meant for readers. */
export const RAW_TEXT_SHOWN = new Set(['plaintext', 'xmp']);

/** Pages that load their pictures late keep the picture for everyone else in `noscript`. */
export const VISIBLE_INSIDE: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['audio', new Set(['source'])],
  ['noscript', new Set(['iframe', 'img', 'image', 'picture', 'source'])],
  ['video', new Set(['source'])],
]);

/** An HTML element of these kinds inside a drawing ends the drawing, whatever is still open in it. */
export const ENDS_DRAWING = new Set([
  ...BLOCKS,
  'b',
  'br',
  'code',
  'em',
  'i',
  'img',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
]);

/**
 * Whether a start tag, as it was written, is worth nothing without content. Cells count even without text, what
 * plays has its address in the tag, and a name that a link asks for marks a place.
 */
export function isOmittedWhenEmpty(name: string, startTag: string): boolean {
  if (name === 'td' || name === 'th' || VOID.has(name)) return false;
  return !startTag.includes(' src="') && !startTag.includes(' id="');
}
