import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { z } from 'zod';

import { type ChainedContent, type ChainLink, digestOf, hashOf } from './chain.ts';

const Hex = z.string().regex(/^([0-9a-f]{2})+$/);
const Header = z.strictObject({ id_project: z.string(), after: z.number().int(), previous: Hex });
const Line = z.strictObject({
  seq: z.number().int(),
  activity: z.string(),
  createdAt: z.iso.datetime(),
  digest: Hex,
  hash: Hex,
  salt: Hex.optional(),
  content: z.looseObject({ id: z.string(), createdAt: z.string() }).optional(),
});
const Footer = z.strictObject({ signature: z.string() });
const Claims = z.looseObject({
  sub: z.literal('activity_chain'),
  id_project: z.string(),
  after: z.number().int(),
  seq: z.number().int(),
  hash: Hex,
  expired_before: z.iso.datetime().optional(),
});

type PublicKey = JsonWebKey & { kid?: string };

const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex');

/**
 * Verifies an exported chain: every line has the hash that its place and members make, every activity is what its link says, and the head is
 * signed. @param keys public keys of the installation @returns what is wrong, by the number of the line; nothing: the file is whole
 */
export async function faultsInFile(
  lines: AsyncIterable<string> | Iterable<string>,
  keys: readonly PublicKey[],
): Promise<string[]> {
  const faults: string[] = [];
  let header: z.output<typeof Header> | undefined;
  let last: Pick<ChainLink, 'seq' | 'hash'> | undefined;
  let signature: string | undefined;
  /** Links without content, which a later link or the retention has to explain. */
  const empty = new Map<string, { line: number; createdAt: Date }>();
  let at = 0;
  for await (const text of lines) {
    at += 1;
    const value = parsed(text);
    if (!header || !last) {
      const { data } = Header.safeParse(value);
      if (!data) return [`line ${at}: not the beginning of a chain`];
      header = data;
      last = { seq: data.after, hash: bytesOf(data.previous) };
    } else if (signature !== undefined) {
      faults.push(`line ${at}: follows the signature`);
    } else if (Footer.safeParse(value).success) {
      signature = Footer.parse(value).signature;
    } else {
      const { data } = Line.safeParse(value);
      if (!data) faults.push(`line ${at}: not a link`);
      else last = checkLine(data, last, empty, (fault) => faults.push(`line ${at}: ${fault}`));
    }
  }
  if (!header || !last) return ['the file is empty'];
  const claims = signature === undefined ? undefined : verified(signature, keys);
  if (!claims) return [...faults, 'the head is not signed by these keys'];
  const { id_project, after, seq, hash, expired_before } = claims;
  const isHead = id_project === header.id_project && after === header.after && seq === last.seq;
  if (!isHead || !bytesOf(hash).equals(last.hash)) faults.push('the signature is that of another head');
  const expiredBefore = new Date(expired_before ?? 0);
  for (const { line, createdAt } of empty.values()) {
    if (createdAt >= expiredBefore) faults.push(`line ${line}: its activity is missing`);
  }
  return faults;
}

function checkLine(
  line: z.output<typeof Line>,
  previous: Pick<ChainLink, 'seq' | 'hash'>,
  empty: Map<string, { line: number; createdAt: Date }>,
  report: (fault: string) => void,
): Pick<ChainLink, 'seq' | 'hash'> {
  const { seq, activity, salt, content } = line;
  const createdAt = new Date(line.createdAt);
  const [digest, hash] = [bytesOf(line.digest), bytesOf(line.hash)];
  const isNext = seq === previous.seq + 1 && hashOf(previous.hash, { seq, activity, createdAt, digest }).equals(hash);
  if (!isNext) report('does not follow the line before');
  empty.delete(activity);
  if (!content || salt === undefined) empty.set(activity, { line: seq, createdAt });
  else {
    const dated = { ...content, createdAt: new Date(content.createdAt) } as unknown as ChainedContent;
    if (content.id !== activity || !digestOf(bytesOf(salt), dated).equals(digest)) report('its activity was changed');
  }
  return { seq, hash };
}

/** The claims of a compact JWS under one of the keys; undefined if it is not. */
function verified(token: string, keys: readonly PublicKey[]): z.output<typeof Claims> | undefined {
  const [head = '', body = '', signature = ''] = token.split('.');
  const protectedHeader = parsed(Buffer.from(head, 'base64url').toString()) as
    | { alg?: string; kid?: string }
    | undefined;
  const key = keys.find(({ kid }) => kid === protectedHeader?.kid);
  if (!key || protectedHeader?.alg !== 'EdDSA') return undefined;
  const publicKey = createPublicKey({ key, format: 'jwk' });
  const isSigned = verify(null, Buffer.from(`${head}.${body}`), publicKey, Buffer.from(signature, 'base64url'));
  return isSigned ? Claims.safeParse(parsed(Buffer.from(body, 'base64url').toString())).data : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
