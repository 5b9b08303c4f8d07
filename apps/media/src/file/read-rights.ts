import { type Actor, isMachine, mediaErrors, roleReaches } from '@parley/contracts';

import type { Context } from '../context.ts';
import type { FoundFile } from './file.repository.ts';
import { isSame, principalOf } from './file.ts';
import { isSigned, linkSeconds } from './signature.ts';

export interface Signature {
  expires?: string | undefined;
  signature?: string | undefined;
}

/** Classes of messages that end users see. Source: contract 21 section 6.2. */
const seenByAll = ['all', 'service'];
/** Of links in mails; `signFiles` gives shorter ones. */
const maxLifetimeMs = linkSeconds * 1_000;

/** Whether knowing the path is enough to read the file: not if the project keeps its files private, photos excepted. */
export function isPublic({ file, isPrivate }: FoundFile): boolean {
  return !isPrivate || file.kind === 'photo';
}

/**
 * Checks the signature of a URL. @returns how long it is still valid, in ms
 * @throws mediaErrors.private_file, link_expired
 */
export function checkSignature(
  context: Context,
  found: FoundFile,
  path: string,
  { expires, signature }: Signature,
): number {
  const seconds = /^\d{1,12}$/.test(expires ?? '') ? Number(expires) : Number.NaN;
  const signed = { projectId: found.file.projectId, path, expires: seconds };
  if (!isSigned(context.signingKeys, signed, signature ?? '')) throw mediaErrors.private_file();
  const leftMs = seconds * 1_000 - Date.now();
  if (leftMs <= 0) throw mediaErrors.link_expired();
  if (leftMs > maxLifetimeMs + 60_000) throw mediaErrors.private_file();
  return leftMs;
}

/** Whether the caller is the uploader, an admin, or may read a request in which the file was sent. */
export async function mayReadPrivately(context: Context, actor: Actor, { file }: FoundFile): Promise<boolean> {
  if (actor.kind === 'none') return false;
  if (isSame(principalOf(actor), file.uploader)) return true;
  const member = await context.workspace.memberOf(actor, file.projectId);
  if (member === undefined) return false;
  const seesAll = !isMachine(member.kind) && roleReaches(member.role, 'admin') && member.visibility === undefined;
  if (seesAll) return true;

  const isTeam = isMachine(member.kind) || roleReaches(member.role, 'agent');
  for (const requestId of await context.references.requestsOf(file, isTeam ? undefined : seenByAll)) {
    if (await context.conversations.mayRead(member, file.projectId, requestId)) return true;
  }
  return false;
}
