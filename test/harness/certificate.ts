import { createHash, generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto';

/**
 * Self-signed certificates for test servers, encoded in DER by hand: tests need no external tool, and the
 * repository contains no certificate that could expire.
 */
export function selfSigned(options: CertificateOptions): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const body = toBeSigned(options, publicKey);
  const signature = sign('sha256', body, privateKey);
  const der = sequence(body, sequence(ECDSA_WITH_SHA256), bits(signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: new X509Certificate(der).toString(),
  };
}

function toBeSigned({ names, notBefore, notAfter }: CertificateOptions, publicKey: KeyObject): Buffer {
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const name = sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from(names[0] ?? 'test')))));
  const from = notBefore ?? new Date(Date.now() - 86_400_000);
  const until = notAfter ?? new Date(Date.now() + 86_400_000);
  return sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, serialNumber(key)),
    sequence(ECDSA_WITH_SHA256),
    name,
    sequence(time(from), time(until)),
    name,
    key,
    tagged(0xa3, sequence(alternativeNames(names))),
  );
}

function alternativeNames(names: readonly string[]): Buffer {
  const list = names.map(name =>
    /^[\d.]+$/.test(name)
      ? tagged(0x87, Buffer.from(name.split('.').map(Number)))
      : tagged(0x82, Buffer.from(name)),
  );
  return sequence(SUBJECT_ALTERNATIVE_NAME, tagged(0x04, sequence(...list)));
}

/** Positive, as the standard requires. */
function serialNumber(key: Buffer): Buffer {
  const digest = createHash('sha256').update(key).digest().subarray(0, 12);
  return Buffer.concat([Buffer.from([1]), digest]);
}

function time(moment: Date): Buffer {
  return tagged(0x18, Buffer.from(moment.toISOString().replace(/[-:T]|\.\d+/g, '')));
}

function bits(content: Buffer): Buffer {
  return tagged(0x03, Buffer.concat([Buffer.from([0]), content]));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

/** Tag, length (one byte up to 127, else the number of length bytes and those bytes), content. */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex');
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const SUBJECT_ALTERNATIVE_NAME = Buffer.from('0603551d11', 'hex');

export interface CertificateOptions {
  /** Host names and version 4 addresses; the first is also the common name. */
  readonly names: readonly string[];
  readonly notBefore?: Date;
  readonly notAfter?: Date;
}
