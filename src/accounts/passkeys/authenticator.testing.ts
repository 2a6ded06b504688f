import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { PasskeyAssertion } from './assertion.ts';
import type { PasskeyAttestation } from './register.ts';

/**
 * A software authenticator and browser for tests, with real keys and real bytes. It sends false data on request.
 *
 *   authenticator data: SHA-256 of the RP id (32) | flags (1) | counter (4) | attested credential data
 *   attested credential data: AAGUID (16) | length of the id (2) | id | public key as COSE
 *   signature: over authenticator data | SHA-256 of the client data
 */
export class SoftwareAuthenticator {
  readonly credentialId: Buffer;
  counter: number;
  readonly #algorithm: Algorithm;
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject };
  #userHandle: string | undefined;

  constructor({
    algorithm = 'ES256',
    counter = 0,
    credentialId = randomBytes(32),
  }: AuthenticatorOptions = {}) {
    this.#algorithm = algorithm;
    this.#keys =
      algorithm === 'ES256'
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : generateKeyPairSync('ed25519');
    this.counter = counter;
    this.credentialId = credentialId;
  }

  create({ challenge, rp, user }: CreationOptions, forgery: AuthenticatorForgery = {}): PasskeyAttestation {
    this.#userHandle = user.id;
    const clientDataJSON = clientData('webauthn.create', challenge, forgery);
    const authData = Buffer.concat([
      this.#head(
        forgery.rpId ?? rp.id ?? '',
        forgery.flags ?? FLAGS.present | FLAGS.verified | FLAGS.attested,
      ),
      Buffer.alloc(16),
      uint16(this.credentialId.length),
      this.credentialId,
      cbor(this.#coseKey()),
    ]);
    const { format = 'none', statement = new Map() } =
      forgery.attestation?.(this.#sign(authData, clientDataJSON)) ?? {};
    const attestationObject = cbor(
      new Map<CborKey, Cbor>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', authData],
      ]),
    );
    return {
      ...this.#named(),
      response: {
        clientDataJSON: base64url(clientDataJSON),
        attestationObject: base64url(attestationObject),
        transports: ['internal', 'made-up'],
      },
    };
  }

  get({ challenge, rpId }: RequestOptions, forgery: AuthenticatorForgery = {}): PasskeyAssertion {
    const clientDataJSON = clientData('webauthn.get', challenge, forgery);
    const authData = this.#head(forgery.rpId ?? rpId ?? '', forgery.flags ?? FLAGS.present | FLAGS.verified);
    const signature = this.#sign(authData, clientDataJSON);
    const userHandle = 'userHandle' in forgery ? forgery.userHandle : this.#userHandle;
    return {
      ...this.#named(),
      response: {
        clientDataJSON: base64url(clientDataJSON),
        authenticatorData: base64url(authData),
        signature: base64url(forgery.tamper ? forgery.tamper(signature) : signature),
        ...(userHandle === undefined ? {} : { userHandle }),
      },
    };
  }

  #named() {
    const id = base64url(this.credentialId);
    return { id, rawId: id, type: 'public-key' } as const;
  }

  #head(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  }

  #sign(authData: Buffer, clientDataJSON: Buffer): Buffer {
    const data = Buffer.concat([authData, sha256(clientDataJSON)]);
    return sign(this.#algorithm === 'ES256' ? 'sha256' : null, data, this.#keys.privateKey);
  }

  #coseKey(): Map<CborKey, Cbor> {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    if (this.#algorithm === 'EdDSA')
      return new Map<CborKey, Cbor>([
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, bytes(x)],
      ]);
    return new Map<CborKey, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]);
  }
}

export const FLAGS = { present: 0x01, verified: 0x04, mayBeBackedUp: 0x08, backedUp: 0x10, attested: 0x40 };

/** The subset of CBOR (RFC 8949) that attestation needs. */
export function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === 'string')
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([cborHead(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([cborHead(4, value.length), ...value.map(cbor)]);
  return Buffer.concat([
    cborHead(5, value.size),
    ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)]),
  ]);
}

function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.concat([Buffer.from([(major << 5) | 25]), uint16(length)]);
}

function clientData(type: string, challenge: string, forgery: AuthenticatorForgery): Buffer {
  return Buffer.from(
    JSON.stringify({
      type: forgery.type ?? type,
      challenge,
      origin: forgery.origin ?? 'https://news.example',
      crossOrigin: forgery.crossOrigin ?? false,
    }),
  );
}

function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}

function uint16(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeUInt16BE(value);
  return buffer;
}

function bytes(text: string): Buffer {
  return Buffer.from(text, 'base64url');
}

function base64url(data: Uint8Array): string {
  return Buffer.from(data).toString('base64url');
}

type Algorithm = 'ES256' | 'EdDSA';
type CborKey = number | string;
type Cbor = number | string | Uint8Array | Cbor[] | Map<CborKey, Cbor>;

interface AuthenticatorOptions {
  algorithm?: Algorithm;
  counter?: number;
  credentialId?: Buffer;
}

interface CreationOptions {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
}

interface RequestOptions {
  challenge: string;
  rpId?: string;
}

export interface AuthenticatorForgery {
  origin?: string;
  rpId?: string;
  type?: string;
  flags?: number;
  crossOrigin?: boolean;
  userHandle?: string | undefined;
  tamper?: (signature: Buffer) => Buffer;
  attestation?: (signature: Buffer) => { format: string; statement: Map<CborKey, Cbor> };
}
