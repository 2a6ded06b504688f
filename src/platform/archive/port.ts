import type { ContentAddress } from './address.ts';

/**
 * ARC-1: fetched documents as received, named by their content. Equal contents are stored once; the age counts from
 * the last put. A read returns exactly what was put, or an error.
 */
export interface Archive {
  /**
   * Resolves when the content is durable. `bytes` must not change before that. `meta` describes the first fetch of
   * this content; a later put of the same content does not change it. `address` is for callers that have already
   * computed it.
   */
  put(bytes: Uint8Array, meta?: ArchiveMeta, address?: ContentAddress): Promise<ContentAddress>;
  /** Null when the content does not exist; rejects with ArchiveCorrupted when the stored bytes do not match it. */
  get(address: ContentAddress): Promise<Uint8Array | null>;
  has(address: ContentAddress): Promise<boolean>;
  stat(address: ContentAddress): Promise<ArchiveEntry | null>;
  /** True when it existed. */
  delete(address: ContentAddress): Promise<boolean>;
  /** Deletes contents last put before the moment; returns their number. May take long. */
  deleteOlderThan(moment: Date): Promise<number>;
  /** Counts the contents one by one. */
  usage(): Promise<ArchiveUsage>;
}

/** Short text by name (media type, address): at most 1 KiB as JSON. */
export type ArchiveMeta = Readonly<Record<string, string>>;

export interface ArchiveEntry {
  readonly meta: ArchiveMeta;
  readonly storedBytes: number;
  /** By the clock of the archive. */
  readonly lastPutAt: Date;
}

export interface ArchiveUsage {
  readonly contents: number;
  readonly storedBytes: number;
}

/** The bytes stored under the address are damaged or were replaced. */
export class ArchiveCorrupted extends Error {
  readonly address: ContentAddress;
  readonly reason: string;

  constructor(address: ContentAddress, reason: string, cause?: unknown) {
    super(`the archived content of ${address} is damaged: ${reason}`, { cause });
    this.name = 'ArchiveCorrupted';
    this.address = address;
    this.reason = reason;
  }
}

/** The content or its description exceeds the limits of this archive. */
export class ArchiveRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ArchiveRefused';
  }
}
