import type { RepeatDeletionRequest, RepeatDeletionResponse } from '@parley/proto-gen/workspace/v1/identity';

import type { Context } from '../context.ts';
import { endProject } from '../project/end-project.ts';
import { endAccount } from '../user/end-account.ts';
import { UserStatus } from '../user/user.ts';

/** Deletes a project or an account again, after a restore of the databases to a moment before its deletion. Idempotent. */
export async function repeatDeletion(
  context: Context,
  { idProject, idUser }: RepeatDeletionRequest,
): Promise<RepeatDeletionResponse> {
  if (idProject !== undefined) return { outcome: await repeatOfProject(context, idProject) };
  return { outcome: await repeatOfAccount(context, idUser ?? '') };
}

async function repeatOfProject(context: Context, projectId: string): Promise<string> {
  if (!(await context.projects.find(projectId))) return 'absent';
  await endProject(context, projectId);
  return 'deleted';
}

async function repeatOfAccount(context: Context, userId: string): Promise<string> {
  return context.db.transaction(async () => {
    if ((await context.users.findById(userId))?.status !== UserStatus.active) return 'absent';
    // Such a project was handed over after the moment of the back-up, or its own deletion would have been repeated before.
    if (await context.teammates.isOnlyOwner(userId)) return 'kept';
    await endAccount(context, userId);
    return 'deleted';
  });
}
