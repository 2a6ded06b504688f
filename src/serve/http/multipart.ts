import { Problem } from '../../errors.ts';

/**
 * Parses a form with a file (RFC 7578): parts between boundary lines, each with headers, an empty line and its content.
 * The body is in memory and bounded by the body limit.
 */
export function readMultipart(body: Buffer, contentType: string): Record<string, string | UploadedFile> {
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(contentType);
  const line = boundary?.[1] ?? boundary?.[2];
  if (line === undefined) throw new Problem('malformed-body', 'The form names no boundary.');
  const fields: Record<string, string | UploadedFile> = Object.create(null);
  for (const part of partsOf(body, Buffer.from(`--${line}`, 'latin1'))) {
    const { name, fileName, content } = readPart(part);
    if (name !== '')
      fields[name] = fileName === null ? content.toString('utf8') : new UploadedFile(fileName, content);
  }
  return fields;
}

function* partsOf(body: Buffer, line: Buffer): Generator<Buffer> {
  let at = body.indexOf(line);
  for (let count = 0; at !== -1 && count < MAX_PARTS; count++) {
    const from = at + line.length;
    at = body.indexOf(line, from);
    // The line breaks around a part belong to the boundary.
    if (at !== -1) yield body.subarray(from + 2, Math.max(from + 2, at - 2));
  }
}

function readPart(part: Buffer): { name: string; fileName: string | null; content: Buffer } {
  const end = part.indexOf('\r\n\r\n');
  if (end === -1) return { name: '', fileName: null, content: part };
  const head = part.toString('utf8', 0, Math.min(end, MAX_HEAD_LENGTH));
  const disposition = /^content-disposition:\s*form-data;(.*)$/im.exec(head)?.[1] ?? '';
  const named = (what: string) => new RegExp(`;?\\s${what}="([^"]*)"`, 'i').exec(` ${disposition}`)?.[1];
  return { name: named('name') ?? '', fileName: named('filename') ?? null, content: part.subarray(end + 4) };
}

const MAX_PARTS = 20;
const MAX_HEAD_LENGTH = 2_000;

export class UploadedFile {
  readonly name: string;
  readonly content: Buffer;

  constructor(name: string, content: Buffer) {
    this.name = name;
    this.content = content;
  }
}
