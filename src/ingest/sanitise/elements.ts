/**
 * Allowed elements, and the treatment of the others. An element that is in none of these lists loses its tags and keeps
 * its content.
 */

/** Their start tags end an open paragraph, as in browsers. */
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

/** Obsolete and interactive elements, and their replacements. */
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

/** Their content is not shown to readers, except the elements in `VISIBLE_INSIDE`. */
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

/** Raw text elements whose text is shown to readers. */
export const RAW_TEXT_SHOWN = new Set(['plaintext', 'xmp']);

/** Pages with lazy pictures have the picture for browsers without scripts in `noscript`. */
export const VISIBLE_INSIDE: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['audio', new Set(['source'])],
  ['noscript', new Set(['iframe', 'img', 'image', 'picture', 'source'])],
  ['video', new Set(['source'])],
]);

/** These HTML elements inside `svg` end it, whatever is open in it. */
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
 * Whether an element without content is dropped. Cells are kept without text, players have their address in the tag, and
 * an id is the target of a link.
 */
export function isOmittedWhenEmpty(name: string, startTag: string): boolean {
  if (name === 'td' || name === 'th' || VOID.has(name)) return false;
  return !startTag.includes(' src="') && !startTag.includes(' id="');
}
