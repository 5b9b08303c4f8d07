import { projectErrors } from '@parley/contracts';

import type { Context } from '../context.ts';

/**
 * What orders the answers of the directory. Asked before everything else: an answer may then be newer than it says, and
 * never older.
 * @throws projectErrors.project_not_found
 */
export async function requireDirectoryVersion({ projects }: Context, projectId: string): Promise<number> {
  const version = await projects.directoryVersionOf(projectId);
  if (version === undefined) throw projectErrors.project_not_found();
  return version;
}
