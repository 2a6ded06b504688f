import { Reason } from '../failure.ts';
import type { ResponseHeaders } from '../headers.ts';
import { ChunkedBody } from './chunked.ts';

/**
 * Where the body of an answer ends (RFC 9112, 6.3): nowhere for answers that have none, after the last chunk,
 * after the announced length, or with the connection.
 */
export function bodyOf(method: string, status: number, headers: ResponseHeaders): Body {
  if (method === 'HEAD' || status === 204 || status === 304) return new MeasuredBody(0);
  const coding = headers.get('transfer-encoding')?.toLowerCase() ?? 'identity';
  if (coding === 'chunked') return new ChunkedBody();
  if (coding !== 'identity')
    throw new Reason('bad-response', 'answered in a transfer coding nobody asked for');
  const lengths = new Set(
    headers
      .get('content-length')
      ?.split(',')
      .map(length => length.trim()),
  );
  const [length] = lengths;
  if (length === undefined) return new EndlessBody();
  if (lengths.size > 1 || !/^\d{1,15}$/.test(length))
    throw new Reason('bad-response', 'answered with a length that is none');
  return new MeasuredBody(Number(length));
}

class MeasuredBody implements Body {
  readonly endsWithConnection = false;
  #left: number;

  constructor(length: number) {
    this.#left = length;
  }

  get isDone(): boolean {
    return this.#left === 0;
  }

  read(bytes: Buffer, offset: number, take: (chunk: Buffer) => void): number {
    const end = Math.min(bytes.length, offset + this.#left);
    if (end === offset) return offset;
    this.#left -= end - offset;
    take(bytes.subarray(offset, end));
    return end;
  }
}

class EndlessBody implements Body {
  readonly endsWithConnection = true;
  readonly isDone = false;

  read(bytes: Buffer, offset: number, take: (chunk: Buffer) => void): number {
    if (offset < bytes.length) take(bytes.subarray(offset));
    return bytes.length;
  }
}

export interface Body {
  readonly endsWithConnection: boolean;
  readonly isDone: boolean;
  /** Takes what belongs to the body and returns where it stopped; throws a Reason for what cannot be read. */
  read(bytes: Buffer, offset: number, take: (chunk: Buffer) => void): number;
}
