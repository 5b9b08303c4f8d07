import { type Actor, mediaErrors, noProject, roleReaches } from '@parley/contracts';

import type { Context } from '../context.ts';
import { isSame, isWithin, principalOf, type StoredFile } from './file.ts';
import { readPath } from './file-path.ts';

/**
 * Removes a file for its uploader, the person on the photo, or an admin of its project.
 * @param inProject the project of the path
 * @throws mediaErrors.file_not_found, not_the_owner
 */
export async function removeFor(context: Context, actor: Actor, sent: string, inProject?: string): Promise<StoredFile> {
  const path = readPath(sent);
  const found = path === undefined ? undefined : await context.files.find(path);
  if (path === undefined || found?.part !== 'o' || !isWithin(found.file, inProject)) throw mediaErrors.file_not_found();

  // Before the transaction: a remote call must never hold a lock.
  const isAdmin = await administers(context, actor, found.file.projectId);
  return context.files.remove(path, (file) => {
    const isOwner = file.subject ? isPhotoOf(file, actor) : isSame(principalOf(actor), file.uploader);
    if (!isOwner && !(isAdmin && file.projectId === found.file.projectId)) throw mediaErrors.not_the_owner();
  });
}

function isPhotoOf({ subject }: StoredFile, { kind, id }: Actor): boolean {
  return subject?.kind === 'user' && subject.id === id && (kind === 'user' || kind === 'provisioned');
}

async function administers(context: Context, actor: Actor, projectId: string): Promise<boolean> {
  if (projectId === noProject) return false;
  if (actor.projectId === projectId && actor.role !== undefined) return roleReaches(actor.role, 'admin');
  return roleReaches((await context.workspace.memberOf(actor, projectId))?.role, 'admin');
}
