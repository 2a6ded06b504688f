/**
 * The index behind a comment, or behind anything else that browsers treat like one: `<?xml ... >`, `<!doctype>`,
 * `</3>`. One that does not end takes the rest.
 */
export function skipComment(html: string, at: number): number {
  if (html.startsWith('<!--', at)) return skipRealComment(html, at);
  const end = html.indexOf('>', at);
  return end < 0 ? html.length : end + 1;
}

/** `<!-->` and `<!--->` are complete; `--!>` ends a comment too, but not with the dashes that began it. */
function skipRealComment(html: string, at: number): number {
  let match = search(html, at + 2);
  if (match && match.index < at + 4 && match[0] === '--!>') match = search(html, at + 4);
  return match ? match.index + match[0].length : html.length;
}

function search(html: string, from: number): RegExpExecArray | null {
  COMMENT_END.lastIndex = from;
  return COMMENT_END.exec(html);
}

const COMMENT_END = /--!?>/g;
