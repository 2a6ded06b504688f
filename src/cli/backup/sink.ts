import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';

/**
 * Writes a compressed file. After a failure (a full disk) it discards further input and `end` throws: a COPY must be read
 * to its end, because a connection abandoned in the middle never answers again.
 */
export function openSink(file: Writable): Sink {
  const compress = createZstdCompress({
    params: { [constants.ZSTD_c_checksumFlag]: 1, [constants.ZSTD_c_windowLog]: WINDOW_LOG },
  });
  let failure: unknown;
  const written = pipeline(compress, file).catch(error => {
    failure = error;
  });
  return {
    write: async chunk => {
      if (failure !== undefined || compress.write(chunk)) return;
      await Promise.race([once(compress, 'drain').catch(() => undefined), written]);
    },
    end: async () => {
      compress.end();
      await written;
      if (failure !== undefined) throw failure;
    },
    discard: async () => {
      compress.destroy();
      await written;
    },
  };
}

/** 2 MiB: the memory that a reader needs, whatever the size of the backup. */
export const WINDOW_LOG = 21;

export interface Sink {
  write(chunk: Buffer): Promise<void>;
  /** Resolves when every byte is on disk. */
  end(): Promise<void>;
  discard(): Promise<void>;
}
