import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdDecompress } from 'node:zlib';
import { codeOf } from '../../platform/database/failures.ts';
import { CommandFailure } from '../failures.ts';
import {
  type BackupHeader,
  type BackupSequence,
  type BackupTable,
  END_OF_ROWS,
  FORMAT_VERSION,
  readHeader,
  readSequencesLine,
  readTableLine,
  readTrailer,
} from './format.ts';
import { WINDOW_LOG } from './sink.ts';
import { countLines } from './write.ts';

/**
 * Reads a whole backup and throws when any part differs from what was written. However large the decompressed file, only
 * one window and one chunk are in memory. The handlers must undo their own effects when it throws.
 */
export async function readBackup(path: string, handlers: BackupHandlers): Promise<BackupHeader> {
  const lines = new Lines(decompress(path, handlers.onRead));
  try {
    return await readFrom(lines, handlers);
  } catch (error) {
    throw damaged(error, path);
  } finally {
    await lines.close();
  }
}

async function readFrom(lines: Lines, handlers: BackupHandlers): Promise<BackupHeader> {
  const header = readHeader(await lines.next());
  if (!header) throw new Damage('it is not a Broadsheet backup');
  if (header.broadsheetBackup !== FORMAT_VERSION)
    throw new CommandFailure('this version cannot read the format of the backup', {
      remedy: `It was made by version ${header.programVersion}; use that version or a later one.`,
    });
  await handlers.onHeader?.(header);
  const rows: Record<string, number> = {};
  for (const table of header.tables) rows[table.name] = await readTable(lines, table, handlers);
  const line = readSequencesLine(await lines.next());
  if (!line) throw new Damage('the sequences are missing');
  await handlers.onSequences?.(line.sequences);
  await checkEnd(lines, rows);
  return header;
}

async function readTable(lines: Lines, table: BackupTable, { onTable }: BackupHandlers): Promise<number> {
  const found = readTableLine(await lines.next())?.table;
  if (found !== table.name) throw new Damage(`the table ${table.name} is missing`);
  let rows = 0;
  const counted = async function* () {
    for await (const chunk of lines.untilEndOfRows()) {
      rows += countLines(chunk);
      yield chunk;
    }
  };
  await (onTable ?? consume)(table, counted());
  return rows;
}

async function checkEnd(lines: Lines, rows: Readonly<Record<string, number>>): Promise<void> {
  const sha256 = lines.digest();
  const trailer = readTrailer(await lines.next());
  if (!trailer) throw new Damage('its end is missing');
  if (trailer.sha256 !== sha256) throw new Damage('its checksum does not match its content');
  for (const [name, count] of Object.entries(rows))
    if (trailer.rows[name] !== count)
      throw new Damage(`the table ${name} should have ${trailer.rows[name]} rows`);
  if (!(await lines.isAtEnd())) throw new Damage('there is data after its end');
}

async function consume(_table: BackupTable, chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const _chunk of chunks);
}

/** Splits a stream of chunks: short lines one by one, rows in chunks. */
class Lines {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #hash = createHash('sha256');
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** One line without its break, bounded so that an endless line cannot fill the memory. */
  async next(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf(10);
      if (end !== -1) return this.#take(end + 1).toString('utf8', 0, end);
      if (this.#rest.length > MAX_LINE_BYTES) throw new Damage('a line is too long');
      if (!(await this.#more())) throw new Damage('it ends too early');
    }
  }

  /** Rows up to the end mark, which must start a line. */
  async *untilEndOfRows(): AsyncGenerator<Buffer> {
    for (let atLineStart = true; ; ) {
      while (this.#rest.length < END_OF_ROWS.length + 1) if (!(await this.#more())) break;
      if (atLineStart && this.#rest.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS)) {
        this.#take(END_OF_ROWS.length);
        return;
      }
      const found = this.#rest.indexOf(LINE_THEN_END);
      // A chunk may end inside the mark: keep as many bytes as the mark has, less one, for the next.
      const length = found === -1 ? this.#rest.length - LINE_THEN_END.length + 1 : found + 1;
      if (length <= 0) throw new Damage('it ends too early');
      const piece = this.#take(length);
      atLineStart = piece.at(-1) === 10;
      yield piece;
    }
  }

  /** The hash of everything read so far. */
  digest(): string {
    return this.#hash.copy().digest('hex');
  }

  async isAtEnd(): Promise<boolean> {
    return this.#rest.length === 0 && !(await this.#more());
  }

  /** Closes the file, even when it was not read to its end. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    this.#hash.update(taken);
    return taken;
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next();
    if (done) return false;
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
    return true;
  }
}

/**
 * Rejects windows larger than those of backups, with which a small file could demand much memory. Ignores data after the
 * compressed stream: Node's compressor leaves an empty frame there.
 */
async function* decompress(path: string, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  const input = createReadStream(path, { highWaterMark: 256 * 1_024 });
  const decompressor = createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG } });
  // The loop below throws the same error.
  pipeline(input, decompressor).catch(() => undefined);
  let read = 0;
  for await (const chunk of decompressor) {
    onRead(decompressor.bytesWritten - read);
    read = decompressor.bytesWritten;
    yield chunk;
  }
}

function damaged(error: unknown, path: string): unknown {
  const code = codeOf(error);
  const isBroken = error instanceof Damage || code?.startsWith('ZSTD_') || code?.startsWith('Z_');
  if (!isBroken) return error;
  const what = error instanceof Damage ? error.message : 'it is cut off or was changed';
  return new CommandFailure(`${path} cannot be used: ${what}`, {
    remedy: 'Use another backup.',
    cause: error,
  });
}

class Damage extends Error {}

const LINE_THEN_END = Buffer.concat([Buffer.from('\n'), END_OF_ROWS]);
const MAX_LINE_BYTES = 4 * 1_048_576;

export interface BackupHandlers {
  /** Reports further bytes read. */
  readonly onRead: (bytes: number) => void;
  readonly onHeader?: (header: BackupHeader) => Promise<void>;
  /** Must consume all chunks. */
  readonly onTable?: (table: BackupTable, chunks: AsyncIterable<Buffer>) => Promise<void>;
  readonly onSequences?: (sequences: readonly BackupSequence[]) => Promise<void>;
}
