/** One event as a line of COPY's text format: offset, at, stream, partition, key, data. */
export function copyLine(
  offset: number,
  at: string,
  streamId: number,
  partition: number,
  key: string,
  data: string,
): string {
  // JSON contains no unescaped tabs or line ends, so only backslashes need escaping.
  const escaped = data.includes('\\') ? data.replaceAll('\\', '\\\\') : data;
  return `${offset}\t${at}\t${streamId}\t${partition}\t${escapeText(key)}\t${escaped}\n`;
}

function escapeText(value: string): string {
  return SPECIAL.test(value)
    ? value.replace(EVERY_SPECIAL, character => ESCAPES[character] ?? character)
    : value;
}

const SPECIAL = /[\\\t\n\r]/;
const EVERY_SPECIAL = /[\\\t\n\r]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
