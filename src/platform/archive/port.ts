import type { ContentAddress } from './address.ts';

/**
 * ARC-1: fetched documents as they came, named by their content. The same content is kept once; its age
 * counts from the last time it was put. What is handed out is what was put or an error, never other bytes.
 */
export interface Archive {
  /**
   * Resolves when the content is kept. `bytes` must not change before that. `meta` is what is known about
   * the first fetch of this content; it stays when the same content is put again. `address` is for those who have
   * reckoned it already.
   */
  put(bytes: Uint8Array, meta?: ArchiveMeta, address?: ContentAddress): Promise<ContentAddress>;
  /** Null when there is no such content; rejects with ArchiveCorrupted when what is there is not it. */
  get(address: ContentAddress): Promise<Uint8Array | null>;
  has(address: ContentAddress): Promise<boolean>;
  stat(address: ContentAddress): Promise<ArchiveEntry | null>;
  /** True when it was there. */
  delete(address: ContentAddress): Promise<boolean>;
  /** Deletes what was last put before the moment; returns how many contents went. Takes its time. */
  deleteOlderThan(moment: Date): Promise<number>;
  /** Counts what is there, one by one. */
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

/** What is stored under the address is damaged or was exchanged. */
export class ArchiveCorrupted extends Error {
  readonly address: ContentAddress;
  readonly reason: string;

  constructor(address: ContentAddress, reason: string, cause?: unknown) {
    super(`what is archived as ${address} is not that content: ${reason}`, { cause });
    this.name = 'ArchiveCorrupted';
    this.address = address;
    this.reason = reason;
  }
}

/** The content or its description is larger than this archive takes. */
export class ArchiveRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ArchiveRefused';
  }
}
