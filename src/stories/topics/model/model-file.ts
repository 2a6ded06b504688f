import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { LinearModel } from './linear.ts';

/**
 * The file format of a model:
 *
 *   8   "BSTOPIC" and the version of the format
 *   32  SHA-256 of all that follows
 *   4   length of the description, little endian
 *   ..  the description: JSON with classes, languages, buckets, scale, temperature
 *   ..  the weights, one signed byte each, compressed with brotli (most are zero)
 */
export function encodeModel({ weights, ...description }: LinearModel): Uint8Array {
  const header = Buffer.from(JSON.stringify(description));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  const packed = brotliCompressSync(Buffer.from(weights.buffer, weights.byteOffset, weights.byteLength), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 22 },
  });
  const content = Buffer.concat([length, header, packed]);
  return new Uint8Array(Buffer.concat([Buffer.from(MAGIC), digestOf(content), content]));
}

export function decodeModel(bytes: Uint8Array): LinearModel {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.toString('latin1', 0, 7) !== MAGIC.slice(0, 7))
    throw new ModelUnreadable('the file is not a model');
  if (buffer[7] !== MAGIC.charCodeAt(7)) throw new ModelUnreadable('the file has another version');
  const content = buffer.subarray(40);
  if (!digestOf(content).equals(buffer.subarray(8, 40)))
    throw new ModelUnreadable('the checksum does not match');
  const headerLength = content.readUInt32LE(0);
  const description: unknown = JSON.parse(content.toString('utf8', 4, 4 + headerLength));
  if (!isDescription(description)) throw new ModelUnreadable('the description is invalid');
  const length = description.buckets * description.classes.length;
  const unpacked = brotliDecompressSync(content.subarray(4 + headerLength), { maxOutputLength: length });
  if (unpacked.length !== length) throw new ModelUnreadable('weights are missing');
  return { ...description, weights: new Int8Array(unpacked.buffer, unpacked.byteOffset, length) };
}

/** The model that comes with the program. Loading takes a moment, so load it once at the start. */
export function builtInModel(): LinearModel {
  return decodeModel(builtInModelBytes());
}

export function builtInModelBytes(): Uint8Array {
  return readFileSync(path.join(import.meta.dirname, '../../../../models/topics.model'));
}

function digestOf(content: Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}

function isDescription(value: unknown): value is Omit<LinearModel, 'weights'> {
  if (typeof value !== 'object' || value === null) return false;
  if (!('classes' in value && 'languages' in value && 'buckets' in value)) return false;
  if (!('scale' in value && 'temperature' in value)) return false;
  const { classes, languages, buckets, scale, temperature } = value;
  return (
    areStrings(classes) &&
    areStrings(languages) &&
    typeof buckets === 'number' &&
    Number.isInteger(Math.log2(buckets)) &&
    buckets <= 2 ** 24 &&
    typeof scale === 'number' &&
    typeof temperature === 'number' &&
    temperature > 0
  );
}

function areStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(entry => typeof entry === 'string');
}

/** The last character is the version. Version 1 stored weights as the bytes themselves, not their squares. */
const MAGIC = 'BSTOPIC2';

export class ModelUnreadable extends Error {
  constructor(reason: string) {
    super(`the topic model cannot be used: ${reason}`);
    this.name = 'ModelUnreadable';
  }
}
