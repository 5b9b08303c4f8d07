import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Cbor = number | string | Uint8Array | Map<number | string, Cbor> | Cbor[];

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** As much of RFC 8949 as WebAuthn needs. */
function cbor(value: Cbor): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

export interface Ceremony {
  challenge: string;
  origin?: string;
  rpId?: string;
  /** Whether the person gave a finger or PIN. */
  isVerified?: boolean;
  /** Of a registration: what certifies the authenticator. */
  attestation?: { fmt: string; statement: Map<string, Cbor> };
}

/** A passkey in software, on the site of the tests; each part of what it answers can be false. */
export function softwareAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let count = 0;

  const clientData = (type: string, { challenge, origin = 'https://parley.example' }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = ({ rpId = 'parley.example', isVerified = true }: Ceremony, attested = Buffer.alloc(0)) => {
    count += 1;
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, attested]);
  };
  const answerOf = (response: Record<string, string>) => ({
    ...{ id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {} },
    response,
  });

  return {
    /** As if it were a copy that was made earlier. */
    rewind: () => {
      count = 0;
    },
    register(ceremony: Ceremony) {
      const coordinates = [x, y].map((text) => new Uint8Array(Buffer.from(text, 'base64url')));
      const key = new Map<number, Cbor>([
        ...([
          [1, 2],
          [3, -7],
          [-1, 1],
        ] as const),
        [-2, coordinates[0] ?? ''],
        [-3, coordinates[1] ?? ''],
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)]);
      const { fmt, statement } = ceremony.attestation ?? { fmt: 'none', statement: new Map() };
      const attestation = new Map<string, Cbor>([
        ['fmt', fmt],
        ['attStmt', statement],
        ['authData', new Uint8Array(authenticatorData(ceremony, attested))],
      ]);
      return answerOf({
        clientDataJSON: base64url(clientData('webauthn.create', ceremony)),
        attestationObject: base64url(cbor(attestation)),
      });
    },
    assert(ceremony: Ceremony) {
      const data = authenticatorData(ceremony);
      const client = clientData('webauthn.get', ceremony);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return answerOf({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      });
    },
  };
}
