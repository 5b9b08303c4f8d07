import { type Actor, noProject, requestErrors, roleReaches, roleTooLow } from '@parley/contracts';

import type { Context } from '../context.ts';
import type { UploadSpec } from '../upload/upload-spec.ts';

type PhotoPlace = Pick<UploadSpec, 'uploader' | 'projectId' | 'photo' | 'kind' | 'limitBytes' | 'onlyImages'>;

/**
 * Determines the subject of a photo: the caller, or a bot of a project that the caller administers. Runs before the body is read.
 * @param asked id of the bot, with or without `bot_`; absent: the caller
 * @param inProject the project of the path
 * @throws requestErrors.bot_not_found, commonErrors.not_a_member, role_too_low
 */
export async function photoOf(
  context: Context,
  actor: Actor,
  asked: string | undefined,
  { replaces, inProject }: { replaces: boolean; inProject?: string },
): Promise<PhotoPlace> {
  const image = { kind: 'photo', limitBytes: context.config.MEDIA_IMAGE_BYTES, onlyImages: true } as const;
  if (asked === undefined) {
    const subject = { kind: 'user' as const, id: actor.id };
    // A person has one photo across all projects.
    return { ...image, uploader: actor, projectId: noProject, photo: { subject, replaces } };
  }

  const id = asked.replace(/^bot_/, '');
  const projectId = await context.bots.projectOf(id);
  if (projectId === undefined || (inProject !== undefined && projectId !== inProject))
    throw requestErrors.bot_not_found();
  const member = inProject === undefined ? await context.workspace.memberOf(actor, projectId) : actor;
  // Non-members must not learn which bots exist.
  if (member === undefined) throw requestErrors.bot_not_found();
  if (!roleReaches(member.role, 'admin')) throw roleTooLow('admin');
  return { ...image, uploader: member, projectId, photo: { subject: { kind: 'bot', id }, replaces } };
}
