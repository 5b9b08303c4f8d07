import { type Actor, type AnyEndpoint, commonErrors, noProject, roleReaches } from '@parley/contracts';

import type { Context } from '../context.ts';
import type { StoredFile } from '../file/file.ts';

/** What an upload is to become, and how it is answered. */
export interface UploadSpec extends FileSpec {
  endpoint: AnyEndpoint;
  /** Compared literally by clients. */
  message: string;
}

/** What a file is to become. */
export interface FileSpec {
  kind: StoredFile['kind'];
  limitBytes: number;
  /** Accept only images of the four types. */
  onlyImages: boolean;
  /** The uploader, with their role in the project, if any. */
  uploader: Actor;
  /** 24 zeros: no project. */
  projectId: string;
  expiresAt?: Date | undefined;
  /** Of its folder; absent: a random one. */
  uuid?: string;
  /** The subject of a photo, and whether it may replace an existing one. */
  photo?: { subject: NonNullable<StoredFile['subject']>; replaces: boolean };
}

/**
 * Uploader and project of an upload outside of a project's URLs: bound principals use their own project, a user may
 * name one.
 * @throws commonErrors.not_a_member
 */
export async function placeAtRoot(
  context: Context,
  actor: Actor,
  asked: string | undefined,
): Promise<Pick<UploadSpec, 'uploader' | 'projectId'>> {
  const own = actor.kind === 'user' ? undefined : actor.projectId;
  const projectId = asked ?? own;
  if (projectId === undefined) return { uploader: actor, projectId: noProject };
  if (own !== undefined && projectId !== own) throw commonErrors.not_a_member();
  const member = await context.workspace.memberOf(actor, projectId);
  if (member === undefined) throw commonErrors.not_a_member();
  return { uploader: member, projectId };
}

/**
 * The types that the project accepts from this uploader; undefined: all.
 * @throws commonErrors.not_a_member when the project has ended
 */
export async function typesFor(
  context: Context,
  { projectId, uploader, photo }: FileSpec,
): Promise<string | undefined> {
  if (projectId === noProject || photo !== undefined) return undefined;
  const rules = (await context.projects.find(projectId)) ?? (await ask(context, projectId));
  if (rules === 'deleted') throw commonErrors.not_a_member();
  return roleReaches(uploader.role, 'agent') ? rules.teamTypes : rules.visitorTypes;
}

async function ask(context: Context, projectId: string) {
  const rules = await context.workspace.rulesOf(projectId);
  if (rules === undefined) throw commonErrors.not_a_member();
  await context.projects.keep(projectId, rules);
  return rules;
}
