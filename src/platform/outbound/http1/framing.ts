import { FailureReason } from '../failure.ts';
import type { ResponseHeaders } from '../headers.ts';
import { ChunkedBody } from './chunked.ts';

/**
 * Where the body of a response ends (RFC 9112, 6.3): there is none, after the last chunk, after the announced length,
 * or with the connection.
 */
export function framingOf(method: string, status: number, headers: ResponseHeaders): BodyFraming {
  if (method === 'HEAD' || status === 204 || status === 304) return new MeasuredBody(0);
  const coding = headers.get('transfer-encoding')?.toLowerCase() ?? 'identity';
  if (coding === 'chunked') return new ChunkedBody();
  if (coding !== 'identity')
    throw new FailureReason('bad-response', 'sent a transfer coding that was not requested');
  const lengths = new Set(
    headers
      .get('content-length')
      ?.split(',')
      .map(length => length.trim()),
  );
  const [length] = lengths;
  if (length === undefined) return new EndlessBody();
  if (lengths.size > 1 || !/^\d{1,15}$/.test(length))
    throw new FailureReason('bad-response', 'sent an invalid content length');
  return new MeasuredBody(Number(length));
}

class MeasuredBody implements BodyFraming {
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

class EndlessBody implements BodyFraming {
  readonly endsWithConnection = true;
  readonly isDone = false;

  read(bytes: Buffer, offset: number, take: (chunk: Buffer) => void): number {
    if (offset < bytes.length) take(bytes.subarray(offset));
    return bytes.length;
  }
}

export interface BodyFraming {
  readonly endsWithConnection: boolean;
  readonly isDone: boolean;
  /** Takes the bytes of the body and returns the offset after them; throws a FailureReason for invalid input. */
  read(bytes: Buffer, offset: number, take: (chunk: Buffer) => void): number;
}
